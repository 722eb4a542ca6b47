// `npm run studies`: runs the published form of every bundled study once and writes the results to docs/STUDIES.md, beside the published figures
// (published.md of each study). Takes hours on an otherwise idle machine. `npm run studies -- ssr/published compression` runs only these forms or
// studies, and leaves what the file says of the others. `npm run studies -- --quick FILE` tries it with the short forms and writes elsewhere.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const DEMOS = join(root, 'resources/demos');
const given = process.argv.slice(2);
const isQuick = given[0] === '--quick';
const target = isQuick ? given[1] : join(root, 'docs/STUDIES.md');
const asked = isQuick ? [] : given;

/** The published forms and those that are long for another reason; or the first of each study. Some need nginx or Gunicorn. */
const isLong = ({ name }) => /(^|-)published$/.test(name) || ['mixed-full', 'careful'].includes(name);

function isWanted(study, form, place) {
  if (isQuick) return place === 0;
  if (asked.length === 0) return isLong(form);
  return asked.includes(`${study.name}/${form.name}`) || (asked.includes(study.name) && isLong(form));
}

const studies = readdirSync(DEMOS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => JSON.parse(readFileSync(join(DEMOS, name, 'demo.json'), 'utf8')))
  // A probe of services makes no session.
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

function loopscope(...args) {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'dist/cli/loopscope.js'), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 30,
    env: { ...process.env, LOOPSCOPE_DATA_DIR: scratch },
  });
  if (status !== 0) throw new Error(`loopscope ${args.join(' ')} ended with code ${status}`);
  return stdout;
}

/** A text by its headings of one level: what stands below each. */
function byHeading(text, marks) {
  const [, ...parts] = `\n${text}`.split(`\n${marks} `);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1).trim()]));
}

/** The report without its title and the details of each run, its headings below those of the study. */
function measure(study, form) {
  const session = join(scratch, `${study.name}-${form.name}.loopscope`);
  loopscope('demo', study.name, '--form', form.name, '--no-open', '-o', session);
  const [summary] = loopscope('export', session, '--format', 'markdown', '-o', '-').split('\n## Run by run\n');
  rmSync(session);
  return [...publishedOf(study, form), summary.slice(summary.indexOf('\n')).trim().replace(/^## /gm, '#### ')].join('\n\n');
}

/** A heading of published.md names the forms that it is about. */
function publishedOf(study, form) {
  const told = byHeading(readIfThere(join(DEMOS, study.name, 'published.md')), '##');
  return [...told].filter(([names]) => names.split(', ').includes(form.name)).map(([, text]) => `*Published:* ${text}`);
}

const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const headingOf = ({ title, name }) => `${title} (\`${name}\`)`;

/** By study and form: what the file says already. */
const sections = new Map([...byHeading(isQuick ? '' : readIfThere(target), '##')].map(([title, text]) => [title, byHeading(text, '###')]));

function write() {
  const [cpu] = cpus();
  const parts = studies.flatMap((study) => {
    const forms = sections.get(study.title) ?? new Map();
    const told = study.forms.filter((form) => forms.has(headingOf(form)));
    if (told.length === 0) return [];
    return [`## ${study.title}`, ...told.map((form) => `### ${headingOf(form)}\n\n${forms.get(headingOf(form))}`)];
  });
  const head = [
    '# Studies',
    'What the bundled studies show in the form in which they were published, beside the published figures, which are of other machines and older versions of Node. Written by `npm run studies`; every figure is that of one series of runs.',
    `${cpus().length} cores (${cpu.model.trim()}), ${process.platform}; each says when, and under which Node.`,
  ];
  writeFileSync(target, `${[...head, ...parts].join('\n\n')}\n`);
}

for (const study of studies) {
  for (const [place, form] of study.forms.entries()) {
    if (!isWanted(study, form, place)) continue;
    const text = measure(study, form);
    if (!sections.has(study.title)) sections.set(study.title, new Map());
    sections.get(study.title).set(headingOf(form), text);
    // After each, so that what was measured is not lost when the next one fails.
    write();
  }
}
console.log(`wrote ${target}`);
