/** What `serve` says in its terminal, and what of the link others on the machine can see. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ProductClient } from '../helpers/product-client.ts';
import { COMMAND } from '../helpers/serve.ts';

const LINK = /http:\/\/127\.0\.0\.1:\d+\/#open=([\w-]{22})/g;

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'loopscope-terminal-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Started in a data folder of its own; ended with the test. */
function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): { child: ChildProcess; output(): string } {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, LOOPSCOPE_DATA_DIR: newDir(), ...env } });
  let text = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (text += chunk));
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  });
  return { child, output: () => text };
}

const links = (output: string) => [...output.matchAll(LINK)].map(([link]) => link);
const linksOf = (served: { output(): string }, count: number) =>
  expect.poll(() => links(served.output()), { timeout: 20_000 }).toHaveLength(count);

// `script` gives its child a terminal; it is part of every Debian.
test.skipIf(process.platform !== 'linux')('Enter in the terminal gives another link, good once as well', async () => {
  const served = start('script', ['-qec', `exec '${process.execPath}' '${COMMAND}' serve`, '/dev/null']);
  await linksOf(served, 1);
  expect(served.output()).toContain('Enter gives another one, Ctrl-C stops Loopscope.');
  served.child.stdin!.write('\n');
  await linksOf(served, 2);
  served.child.stdin!.write('\n');
  await linksOf(served, 3);
  expect(new Set(links(served.output())).size).toBe(3);
  for (const link of links(served.output()).reverse()) (await ProductClient.connect(link)).close();
  await expect(ProductClient.connect(links(served.output())[1]!)).rejects.toThrow('used');
  // Ctrl-C, as the terminal sends it.
  const gone = new Promise((resolve) => served.child.once('exit', resolve));
  served.child.stdin!.write('\x03');
  expect(await gone).toBe(0);
});

test('without a terminal it promises no key, and reads nothing', async () => {
  const served = start(process.execPath, [COMMAND, 'serve']);
  await linksOf(served, 1);
  expect(served.output()).toContain('on this machine. Ctrl-C stops Loopscope.');
  served.child.stdin!.end('\n\n\n');
  const client = await ProductClient.connect(links(served.output())[0]!);
  await client.ask('app.info', {});
  client.close();
  expect(links(served.output())).toHaveLength(1);
});

/** A folder with an `xdg-open` that only writes down what it was given. */
function fakeOpener(dir: string): string {
  const opener = join(dir, 'xdg-open');
  writeFileSync(
    opener,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${dir}/args.new'\nstat -c '%a' "$1" "$(dirname "$1")" > '${dir}/modes'\ncat "$1" > '${dir}/page'\nmv '${dir}/args.new' '${dir}/args'\n`,
  );
  chmodSync(opener, 0o755);
  return dir;
}

const BROWSER = { DISPLAY: ':none', CI: '' };

/** `serve --open` with a stand-in for the browser, which leaves what it was given in `dir`. */
async function serveAndOpen() {
  const dir = fakeOpener(newDir());
  const temporary = newDir();
  const served = start(process.execPath, [COMMAND, 'serve', '--open'], {
    ...BROWSER,
    TMPDIR: temporary,
    PATH: `${dir}${delimiter}${process.env.PATH}`,
  });
  await expect.poll(() => existsSync(join(dir, 'args')), { timeout: 20_000 }).toBe(true);
  return { dir, temporary, served };
}

test.skipIf(process.platform !== 'linux')(
  'the link is in no process’ arguments: the browser gets a page that only this user can read, gone when it was used',
  async () => {
    const { dir, temporary, served } = await serveAndOpen();
    const [link] = links(served.output());
    const token = link!.split('=')[1]!;
    const args = readFileSync(join(dir, 'args'), 'utf8').trim();
    expect(args).not.toContain(token);
    expect(args).toMatch(/open\.html$/);
    expect(readFileSync(join(dir, 'modes'), 'utf8')).toBe('600\n700\n');
    const page = readFileSync(join(dir, 'page'), 'utf8');
    expect(page).toContain(`content="0;url=${link}"`);
    expect(page).toContain('<meta name="referrer" content="no-referrer">');
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) expect(argumentsOf(pid)).not.toContain(token);

    expect(existsSync(args)).toBe(true);
    (await ProductClient.connect(link!)).close();
    await expect.poll(() => readdirSync(temporary)).toEqual([]);
  },
);

test.skipIf(process.platform !== 'linux')('a page that nobody opened goes with the command', async () => {
  const { temporary, served } = await serveAndOpen();
  expect(readdirSync(temporary)).toHaveLength(1);
  const gone = new Promise((resolve) => served.child.once('exit', resolve));
  served.child.kill('SIGINT');
  expect(await gone).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
});

function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
