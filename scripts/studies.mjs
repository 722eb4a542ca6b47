// `npm run studies`: runs the published form of every bundled study once and writes the results to docs/developer/STUDIES.md, beside the published figures
// (published.md of each study). Takes hours on an otherwise idle machine. `npm run studies -- ssr/published compression` runs only these forms or
// studies, and leaves what the file says of the others. `npm run studies -- --quick FILE` tries it with the short forms and writes elsewhere.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const STUDIES_DIR = join(root, 'resources/demos');
const given = process.argv.slice(2);
const isQuick = given[0] === '--quick';
const target = isQuick ? given[1] : join(root, 'docs/developer/STUDIES.md');
const asked = isQuick ? [] : given;

/** Forms that repeat what was published, and those that are long for another reason. Some need nginx or Gunicorn. */
const isLong = ({ name, published = /(^|-)published$/.test(name) }) => published || ['mixed-full', 'careful'].includes(name);

function isWanted(study, form, place) {
  if (isQuick) return place === 0;
  if (asked.length === 0) return isLong(form);
  return asked.includes(`${study.name}/${form.name}`) || (asked.includes(study.name) && isLong(form));
}

const studies = readdirSync(STUDIES_DIR, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => JSON.parse(readFileSync(join(STUDIES_DIR, name, 'demo.json'), 'utf8')))
  // A study of unknown services has nothing to compare.
  .filter(({ comparisons }) => comparisons !== undefined)
  .sort((one, other) => one.place - other.place)
  .map((study) => ({ ...study, forms: [...study.comparisons, ...(study.grids ?? [])] }));

const known = studies.flatMap(({ name, forms }) => [name, ...forms.map((form) => `${name}/${form.name}`)]);
const unknown = asked.filter((one) => !known.includes(one));
if (target === undefined || unknown.length > 0)
  throw new Error(
    `npm run studies [-- STUDY | STUDY/FORM ... | --quick FILE]${unknown.length > 0 ? `: there is no ${unknown.join(', ')}` : ''}`,
  );

const scratch = mkdtempSync(join(tmpdir(), 'loopscope-studies-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** `written`: a file that it has to write; of a study whose server stopped responding, as some are meant to show, the code is 1. */
function loopscope(args, written = null) {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'dist/cli/loopscope.js'), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 30,
    env: { ...process.env, LOOPSCOPE_DATA_DIR: scratch },
  });
  const isShown = status === 1 && written !== null && existsSync(written);
  if (status !== 0 && !isShown) throw new Error(`loopscope ${args.join(' ')} ended with code ${status}`);
  return stdout;
}

/** A text by its headings of one level: what stands below each. */
function byHeading(text, marks) {
  const [, ...parts] = `\n${text}`.split(`\n${marks} `);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1).trim()]));
}

/** Parts of a report that are left out: the details of each run, the commands of each cell with the folders of this machine, and headers. */
const LEFT_OUT = [
  /\n## (Run by run|How it was measured)\n[\s\S]*/,
  /\n\*\*Headers of the first response[^\n]*\n\n(\|[^\n]*\n)+(\n[^\n#|*][^\n]*\n)?/g,
];

/** The report without its title, its headings below those of the study. */
function measure(study, form) {
  const session = join(scratch, `${study.name}-${form.name}.loopscope`);
  loopscope(['demo', study.name, '--form', form.name, '--no-open', '-o', session], session);
  const report = loopscope(['export', session, '--format', 'markdown', '-o', '-']);
  rmSync(session);
  const summary = LEFT_OUT.reduce((text, part) => text.replace(part, ''), report);
  const [cpu] = cpus();
  return [
    `${cpus().length} cores (${cpu.model.trim()}), ${process.platform}.`,
    ...publishedOf(study, form),
    summary
      .slice(summary.indexOf('\n'))
      .trim()
      .replace(/^(##+) /gm, '##$1 '),
  ].join('\n\n');
}

/** A heading of published.md names the forms that it is about. */
function publishedOf(study, form) {
  const told = byHeading(readIfThere(join(STUDIES_DIR, study.name, 'published.md')), '##');
  return [...told].filter(([names]) => names.split(', ').includes(form.name)).map(([, text]) => `*Published:* ${text}`);
}

const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const headingOf = ({ title, name }) => `${title} (\`${name}\`)`;
/** A title may have changed since. */
const nameIn = (heading) => /\(`([^`]+)`\)$/.exec(heading)?.[1] ?? heading;
const byName = (forms) => new Map([...forms].map(([heading, told]) => [nameIn(heading), told]));

/** By study and form: what the file says already. */
const sections = new Map(
  [...byHeading(isQuick ? '' : readIfThere(target), '##')].map(([title, text]) => [title, byName(byHeading(text, '###'))]),
);

function write() {
  const parts = studies.flatMap((study) => {
    const forms = sections.get(study.title) ?? new Map();
    const told = study.forms.filter(({ name }) => forms.has(name));
    if (told.length === 0) return [];
    return [`## ${study.title}`, ...told.map((form) => `### ${headingOf(form)}\n\n${forms.get(form.name)}`)];
  });
  const head = [
    '# Studies',
    'What the bundled studies show in the form in which they were published, beside the published figures, which are of other machines and older versions of Node. Written by `npm run studies`; every figure is that of one series of runs.',
  ];
  writeFileSync(target, `${[...head, ...parts].join('\n\n')}\n`);
}

for (const study of studies) {
  for (const [place, form] of study.forms.entries()) {
    if (!isWanted(study, form, place)) continue;
    const text = measure(study, form);
    if (!sections.has(study.title)) sections.set(study.title, new Map());
    sections.get(study.title).set(form.name, text);
    // After each, so that what was measured is not lost when the next one fails.
    write();
  }
}
console.log(`wrote ${target}`);
