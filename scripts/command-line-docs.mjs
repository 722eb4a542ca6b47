// `node --import tsx scripts/command-line-docs.mjs`: writes the tables of flags in docs/user/COMMAND-LINE.md, each between `<!-- flags: COMMAND -->`
// and `<!-- end -->`, from what the commands themselves say in `--help`. `COMMAND beyond OTHER`: without the flags that OTHER has as well; those of one
// variant stand there for the first alone. In the same way the tables that `show --table` prints, after `<!-- tables: run -->`,
// `<!-- tables: comparison -->` and `<!-- tables: heap -->`, from their declarations.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isPrintedUnasked, keyOf, TABLES } from '../electron/cli/print/print-report.ts';
import { ROW_TABLES } from '../electron/cli/print/row-tables.ts';
import { makeProgram } from '../electron/cli/program.ts';
import { HEAP_TABLES } from '../shared/report/heap-tables.ts';
import { COMPARED_TABLES } from '../shared/report/tables/compared/index.ts';

const program = await makeProgram();
const DOCS = fileURLToPath(new URL('../docs/user/COMMAND-LINE.md', import.meta.url));

/** The text with its tables of flags and of tables as the commands have them now. */
export function fillTables(text) {
  return text.replace(
    /(<!-- (flags|tables): ([a-z ]+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin, of, name, end) => `${begin}\n${of === 'flags' ? tableOf(name) : namesOf(name)}\n\n${end}`,
  );
}

const NAMES = {
  run: () => [
    ['table', 'printed', 'in the JSON document'],
    ...TABLES.map((name) => [name, isPrintedUnasked(name) ? 'unasked' : 'when named', keyOf(name)]),
    ...ROW_TABLES.map((name) => [name, 'alone', '']),
  ],
  heap: () => [['table', 'in the JSON document'], ...HEAP_TABLES.map(({ id, key }) => [id, key])],
  comparison: () => [['table', 'in the JSON document'], ...COMPARED_TABLES.map(({ id, key = '' }) => [id, key])],
};

/** The tables of a run or of a comparison by the names that `--table` takes. */
function namesOf(of) {
  if (!Object.hasOwn(NAMES, of)) throw new Error(`There are no tables of ${of}.`);
  const [head, ...rows] = NAMES[of]();
  const code = (words) => (words === '' ? '' : `\`${words}\``);
  const named = rows.map((row) => [code(row[0]), ...row.slice(1, -1), code(row.at(-1))]);
  return markdown([head, ...named]);
}

function markdown([head, ...rows]) {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function optionsOf(name) {
  const command = name.split(' ').reduce((parent, word) => parent?.commands.find((one) => one.name() === word), program);
  if (command === undefined) throw new Error(`There is no command ${name}.`);
  return command.options.filter(({ hidden, long }) => !hidden && long !== '--version' && !/-[b-f]$/.test(long));
}

function tableOf(names) {
  const [name, other] = names.split(' beyond ');
  const known = new Set(other === undefined ? [] : optionsOf(other).map(meaningOf));
  const rows = optionsOf(name)
    .filter((option) => !known.has(meaningOf(option)))
    .map((option) => [`\`${cell(option.flags)}\``, cell(meaningOf(option)), cell(defaultOf(option))]);
  return markdown([['flag', 'meaning', 'default'], ...rows]);
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

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(DOCS, fillTables(readFileSync(DOCS, 'utf8')));
