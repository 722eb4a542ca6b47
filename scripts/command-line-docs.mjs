// `node --import tsx scripts/command-line-docs.mjs`: writes the tables of flags in docs/user/COMMAND-LINE.md, each between `<!-- flags: COMMAND -->`
// and `<!-- end -->`, from what the commands themselves say in `--help`.
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

function tableOf(name) {
  const command = name.split(' ').reduce((parent, word) => parent?.commands.find((one) => one.name() === word), makeProgram());
  if (command === undefined) throw new Error(`There is no command ${name}.`);
  const rows = command.options
    .filter(({ hidden, long }) => !hidden && long !== '--version')
    .map((option) => [`\`${cell(option.flags)}\``, cell(meaningOf(option)), cell(defaultOf(option))]);
  return [['flag', 'meaning', 'default'], ['---', '---', '---'], ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function meaningOf({ description, argChoices }) {
  return argChoices === undefined ? description : `${description} (${argChoices.join(', ')})`;
}

/** Of a flag that takes a value. */
function defaultOf({ defaultValue, defaultValueDescription, required, optional }) {
  if (defaultValue === undefined || defaultValue.length === 0 || !(required || optional)) return '';
  return defaultValueDescription ?? (typeof defaultValue === 'string' ? defaultValue : JSON.stringify(defaultValue));
}

/** Markdown would take a bar for the end of the cell. */
function cell(words) {
  return words.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(DOCS, fillFlags(readFileSync(DOCS, 'utf8')));
