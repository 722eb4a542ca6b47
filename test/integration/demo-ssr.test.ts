/** The two servers of the study do the same work in a different order; that is all the study rests on. */
import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { loadDemos } from '../../electron/engine/demos.ts';
import { DEMOS_DIR } from '../../electron/engine/paths.ts';

const { variants } = (await loadDemos(DEMOS_DIR)).find((demo) => demo.name === 'ssr')!;

async function start(variant: string): Promise<string> {
  const { target } = variants.find((one) => one.name === variant)!.setup;
  const env = { ...process.env, ...Object.fromEntries(target.env.map(({ name, value }) => [name, value])) };
  const child = spawn(process.execPath, [target.script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const line = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))));
  return /http:\S+/.exec(line)![0];
}

test('both send the same page', async () => {
  const [long, small] = await Promise.all([start('long'), start('small')]);
  const [a, b] = await Promise.all([long, small].map(async (url) => (await fetch(url)).text()));
  expect(a).toContain('<li>one</li>');
  expect(a).toBe(b);
});

async function ask(url: string | URL, name: string): Promise<string> {
  const answer = await fetch(url);
  await answer.text();
  return `${name} ${answer.status}`;
}

/** Which of the two is answered first when a cheap request comes in while a page is being rendered. */
async function firstAnswered(url: string): Promise<string> {
  const missing = new URL('/missing', url);
  // Both connections exist before it counts; who is accepted when is not the question.
  await Promise.all([ask(missing, 'cheap'), ask(missing, 'cheap')]);
  const page = ask(url, 'page');
  await new Promise((resolve) => setTimeout(resolve, 5));
  const cheap = ask(missing, 'cheap');
  const first = await Promise.race([page, cheap]);
  expect(new Set(await Promise.all([page, cheap]))).toEqual(new Set(['page 200', 'cheap 404']));
  return first;
}

test('in one long task a cheap request waits for the page, in small ones it does not', async () => {
  const long = await start('long');
  await ask(long, 'warm');
  expect(await firstAnswered(long)).toBe('page 200');
  const small = await start('small');
  await ask(small, 'warm');
  expect(await firstAnswered(small)).toBe('cheap 404');
});
