/** Servers whose process ends under load and is started again, or not: what is said of them first, and the rows of their processes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ServerFigures } from '../../shared/model/server-figures.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { unusedPort } from '../helpers/unused-port.ts';

/** `parent` starts a server with `start()`; `ends`: statements of the server, which has `served`, the number of requests so far. */
function program(parent: string, ends: string): string {
  const file = join(scratch(), 'app.cjs');
  writeFileSync(
    file,
    `const { fork, execFile } = require('node:child_process');
const cluster = require('node:cluster');
const http = require('node:http');
let port = 0;
function start() {
  const child = fork(__filename, { env: { ...process.env, PORT: String(port) } });
  child.on('message', (message) => { port = message; });
  return child;
}
function serve() {
  let served = 0;
  const server = http.createServer((request, response) => {
    served += 1;
    ${ends}
    response.end('ok');
  });
  server.listen(Number(process.env.PORT || 0), () => process.send?.(server.address().port));
}
if (process.send) serve();
else { ${parent} }
`,
  );
  return file;
}

/** So many requests, so that the server has ended however slow the machine is. */
async function measure(script: string, amount: number, ...args: string[]) {
  const { code, stdout, stderr } = await loopscope(
    'run',
    script,
    '-a',
    String(amount),
    '-c',
    '4',
    '--capture',
    'none',
    '--wait',
    '--json',
    ...args,
  );
  const document = JSON.parse(stdout) as ReportDocument;
  const run = document.runs[0] as ReportDocument['runs'][number] & { server: readonly ServerFigures[] };
  return { code, document, run, stderr };
}

const AGAIN = `const go = () => start().on('exit', () => setTimeout(go, 100)); go();`;

test('a server that ends under load and is started again each time is told so first, with how it ended', async () => {
  const { code, document, run } = await measure(program(AGAIN, 'if (served === 200) process.exit(7);'), 1_200);
  const { ended, startedAgain, failed } = run.restarts!;
  expect(ended).toBeGreaterThan(1);
  expect(startedAgain).toBeGreaterThan(0);
  expect(ended - startedAgain).toBeLessThanOrEqual(1);
  expect(run.restarts).toMatchObject({ isOneOfSeveral: false, exits: [{ code: 7, signal: null, count: ended }] });
  expect(failed).toBeGreaterThan(0);
  expect(document.answer[0]).toMatchObject({
    code: 'restarted',
    text: expect.stringMatching(
      /^The server’s process ended \d+ times during the load \(exit code 7\) and was started again( \d+ times)?: .*requests that failed did so/,
    ),
  });
  expect(document.findings.map(({ id }) => id)).toContain('restarted');
  expect(code).toBe(0);
  const lives = run.server.filter(({ role }) => role === 'child');
  expect(lives.filter(({ exit }) => exit?.code === 7).length).toBeGreaterThan(1);
  for (const { startedMs, endedMs, exit } of lives) {
    if (endedMs == null) continue;
    expect(exit).toEqual({ code: 7, signal: null });
    expect(startedMs).toBeLessThan(endedMs);
  }
  // Whoever started them goes on.
  expect(run.server.find(({ role }) => role === 'main')).toMatchObject({ endedMs: null, exit: null });
});

test('a server that is killed by a signal is told with it', { tags: ['long'] }, async () => {
  const { document, run } = await measure(program(AGAIN, "if (served === 400) process.kill(process.pid, 'SIGKILL');"), 900);
  expect(run.restarts!.exits).toEqual([{ code: null, signal: 'SIGKILL', count: run.restarts!.ended }]);
  expect(document.answer[0]!.text).toMatch(/\((signal )?SIGKILL\)/);
});

test('a helper that ends is no restart of the server, and a row with its exit code', async () => {
  // It is there once it is connected, which is one socket more than its own three. It ends when the first request comes, and no further one is
  // answered before.
  const code = `
    const { readdirSync, readlinkSync } = require('node:fs');
    const kindOf = (fd) => { try { return readlinkSync('/proc/self/fd/' + fd); } catch { return ''; } };
    const isThere = () => readdirSync('/proc/self/fd').filter((fd) => kindOf(fd).startsWith('socket:')).length > 3;
    const asking = setInterval(() => isThere() && (clearInterval(asking), console.log('there')), 20);
    process.stdin.resume().on('end', () => process.exit(3));`;
  const helper = `
    globalThis.helper = execFile(process.execPath, ['-e', ${JSON.stringify(code)}], () => {});
    globalThis.ended = new Promise((resolve) => helper.once('exit', resolve));
    helper.stdout.once('data', serve);`;
  const { document, run } = await measure(program(helper, 'helper.stdin.end(); return void ended.then(() => response.end("ok"));'), 500);
  expect(run.restarts).toBeNull();
  expect(document.answer.map((one) => one.code)).not.toContain('restarted');
  expect(run.server.find(({ role }) => role === 'child')).toMatchObject({ exit: { code: 3, signal: null } });
});

test('a worker of a cluster that dies and is replaced is told as one of several', async () => {
  // While there is one of them only, it takes its time, so that the other one is there before the load is over.
  const parent = `
    const tell = (message) => { for (const worker of Object.values(cluster.workers)) worker.send(message); };
    for (let n = 0; n < 2; n++) cluster.fork();
    cluster.on('exit', () => {
      tell('alone');
      cluster.fork().once('listening', () => tell('together'));
    });`;
  const ends = `
    if (cluster.worker.id === 1 && served === 50) process.exit(9);
    if (served === 1) process.on('message', (message) => { globalThis.alone = message === 'alone'; });
    if (globalThis.alone) return void setTimeout(() => response.end('ok'), 100);`;
  const { document, run } = await measure(program(parent, ends), 1_000, '-c', '8');
  expect(run.restarts).toMatchObject({ ended: 1, startedAgain: 1, isOneOfSeveral: true, exits: [{ code: 9, signal: null, count: 1 }] });
  expect(document.answer.map(({ text }) => text).join(' ')).toMatch(
    /One of the server’s processes ended during the load \(exit code 9\), and another was started/,
  );
});

test('a worker thread that ends is no restart of the server', { tags: ['long'] }, async () => {
  const parent = `
    const { Worker } = require('node:worker_threads');
    globalThis.worker = new Worker('require("node:worker_threads").parentPort.once("message", () => process.exit(5))', { eval: true });
    globalThis.ended = new Promise((resolve) => worker.once('exit', resolve));
    serve();`;
  const ends = 'worker.postMessage("end"); return void ended.then(() => response.end("ok"));';
  const { document, run } = await measure(program(parent, ends), 500);
  expect(run.restarts).toBeNull();
  expect(run.server).toMatchObject([{ endedMs: null, exit: null }]);
  expect(document.failure).toBeNull();
});

test('a shell that starts the server again is watched the same way', { tags: ['long'] }, async () => {
  const file = program('serve();', 'if (served === 300) process.exit(4);');
  const port = await unusedPort();
  const command = `sh -c "export PORT=${port}; while true; do ${process.execPath} ${file}; sleep 0.1; done"`;
  const { code, stdout } = await loopscope('run', '--command', command, '-a', '900', '-c', '4', '--capture', 'none', '--wait', '--json');
  const [run] = (JSON.parse(stdout) as ReportDocument).runs;
  expect(code).toBe(0);
  expect(run!.restarts).toMatchObject({ isOneOfSeveral: false, exits: [{ code: 4, signal: null, count: run!.restarts!.ended }] });
});
