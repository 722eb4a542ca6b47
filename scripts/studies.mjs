// `npm run studies`: runs the published form of every bundled study once and writes the results to docs/STUDIES.md. Takes about an hour on an
// otherwise idle machine. `npm run studies -- --quick FILE` tries it with the short forms and writes elsewhere.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const DEMOS = join(root, 'resources/demos');
const [how, file] = process.argv.slice(2);
const isQuick = how === '--quick';
const target = isQuick ? file : join(root, 'docs/STUDIES.md');
if (target === undefined || (how !== undefined && !isQuick)) throw new Error('npm run studies [-- --quick FILE]');

/** The published forms and those that are long for another reason; or the first of each study. Some need nginx. */
const isLong = ({ name }) => /(^|-)published$/.test(name) || ['mixed-full', 'careful'].includes(name);
const wanted = (forms) => (isQuick ? forms.slice(0, 1) : forms.filter(isLong));

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

/** The report without its title and the details of each run, its headings below those of the study. */
function summaryOf(session) {
  const [summary] = loopscope('export', session, '--format', 'markdown', '-o', '-').split('\n## Run by run\n');
  return summary.slice(summary.indexOf('\n')).trim().replace(/^## /gm, '#### ');
}

function study(name, { title, comparisons }) {
  const sections = wanted(comparisons).map((form) => {
    const session = join(scratch, `${name}-${form.name}.loopscope`);
    loopscope('demo', name, '--form', form.name, '--no-open', '-o', session);
    return `### ${form.title} (\`${form.name}\`)\n\n${summaryOf(session)}\n`;
  });
  return `## ${title}\n\n${sections.join('\n')}`;
}

const studies = readdirSync(DEMOS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => [name, JSON.parse(readFileSync(join(DEMOS, name, 'demo.json'), 'utf8'))])
  // A probe of services makes no session.
  .filter(([, { comparisons }]) => comparisons !== undefined)
  .sort(([, one], [, other]) => one.place - other.place);
const [cpu] = cpus();
const head = `# Studies

What the bundled studies show in the form in which they were published. Written by \`npm run studies\`; every figure is that of one series of runs.

${cpus().length} cores (${cpu.model.trim()}), Node ${process.versions.node}, ${process.platform}, ${new Date().toISOString().slice(0, 10)}.
`;
// After each, so that what was measured is not lost when the next one fails.
const done = [];
for (const [name, one] of studies) {
  done.push(study(name, one));
  writeFileSync(target, `${head}\n${done.join('\n')}`);
}
console.log(`wrote ${target}`);
