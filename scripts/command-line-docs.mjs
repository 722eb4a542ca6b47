// `node --import tsx scripts/command-line-docs.mjs`: writes the tables of flags in docs/user/COMMAND-LINE.md, each between `<!-- flags: COMMAND -->`
// and `<!-- end -->`, from what the commands themselves say in `--help`. `COMMAND beyond OTHER`: without the flags that OTHER has as well; those of one
// variant stand there for the first alone.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeProgram } from '../electron/cli/program.ts';

const DOCS = fileURLToPath(new URL('../docs/user/COMMAND-LINE.md', import.meta.url));

/** The text with its tables of flags as the commands have them now. */
export function fillFlags(text) {
  return text.replace(
    /(<!-- flags: ([a-z ]+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin, name, end) => `${begin}\n${tableOf(name)}\n\n${end}`,
  );
}

function optionsOf(name) {
  const command = name.split(' ').reduce((parent, word) => parent?.commands.find((one) => one.name() === word), makeProgram());
  if (command === undefined) throw new Error(`There is no command ${name}.`);
  return command.options.filter(({ hidden, long }) => !hidden && long !== '--version' && !/-[b-f]$/.test(long));
}

function tableOf(names) {
  const [name, other] = names.split(' beyond ');
  const known = new Set(other === undefined ? [] : optionsOf(other).map(meaningOf));
  const rows = optionsOf(name)
    .filter((option) => !known.has(meaningOf(option)))
    .map((option) => [`\`${cell(option.flags)}\``, cell(meaningOf(option)), cell(defaultOf(option))]);
  return [['flag', 'meaning', 'default'], ['---', '---', '---'], ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** A default that the words end with stands in its column. */
const SAID_DEFAULT = / \(default: ([^()]*)\)$/;

function meaningOf({ description, argChoices }) {
  const meaning = description.replace(SAID_DEFAULT, '');
  return argChoices === undefined ? meaning : `${meaning} (${argChoices.join(', ')})`;
}

/** Of a flag that takes a value. */
function defaultOf({ description, defaultValue, defaultValueDescription, required, optional }) {
  const [, said] = SAID_DEFAULT.exec(description) ?? [];
  if (said !== undefined) return said;
  if (defaultValue === undefined || defaultValue.length === 0 || !(required || optional)) return '';
  return defaultValueDescription ?? (typeof defaultValue === 'string' ? defaultValue : JSON.stringify(defaultValue));
}

/** Markdown would take a bar for the end of the cell. Pages of the help are links. */
function cell(words) {
  return words
    .replace(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .replace(/docs\/user\/([A-Z-]+\.md)/g, '[$1]($1)');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(DOCS, fillFlags(readFileSync(DOCS, 'utf8')));
