/** The same script under both samplers of V8: the CPU profile and classic ticks name the same functions with the same shares. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openSession } from '../../electron/engine/sessions/session-file.ts';
import { RunPart } from '../../shared/derive/sections/section.ts';
import { deriveReport } from '../../shared/derive/sections/sections.ts';
import type { RunRecording } from '../../shared/session/recording.ts';
import { runUnder, scratch } from '../helpers/command.ts';
import { twoOfThree } from '../helpers/two-of-three.ts';

/** Rounds of each function for a request: its share of the time. */
const ROUNDS = { first: 40, second: 25, third: 15, fourth: 12, fifth: 8 };

/** Plain arithmetic: what calls nothing of V8 is on top of the stack in both. Longer than V8 inlines (460 bytes of bytecode). */
const functionOf = (name: string): string =>
  `function ${name}(rounds) {\n  let x = rounds;\n  for (let i = 0; i < rounds; i++) {\n${'    x = (x * 31 + i) | 0;\n'.repeat(60)}  }\n  return x;\n}\n`;

const SCRIPT = `
${Object.keys(ROUNDS).map(functionOf).join('')}
require('node:http').createServer((request, response) => {
  let sum = 0;
  for (let i = 0; i < 20; i++) sum += ${Object.entries(ROUNDS)
    .map(([name, rounds]) => `${name}(${rounds * 10})`)
    .join(' + ')};
  response.end(String(sum));
}).listen(0, '127.0.0.1');
`;

/** Percent of what the five took together. */
function sharesOf(selfOf: (name: string) => number): number[] {
  const own = Object.keys(ROUNDS).map(selfOf);
  const all = own.reduce((sum, self) => sum + self, 0);
  return own.map((self) => (100 * self) / all);
}

async function take(script: string, capture: 'cpu' | 'ticks'): Promise<RunRecording> {
  const file = join(scratch(), `${capture}.loopscope`);
  const { code, stderr } = await runUnder(process.execPath, [
    'run',
    script,
    '-c',
    '2',
    '-d',
    '10',
    '--wait',
    '--capture',
    capture,
    '-o',
    file,
  ]);
  expect(code, stderr).toBe(0);
  const opened = await openSession(file);
  if (!opened.ok) throw new Error(opened.failure.code);
  return opened.value.recording;
}

twoOfThree('self times of the five functions are within 3 points of each other', async () => {
  const script = join(scratch(), 'five.cjs');
  writeFileSync(script, SCRIPT);
  const { profile } = deriveReport(new RunPart(await take(script, 'cpu')));
  const { frames, frame, top } = (await take(script, 'ticks')).ticks!.stacks;
  const cpu = sharesOf((name) => profile!.heavy.find((row) => row.function === name)?.selfMs ?? 0);
  const ticks = sharesOf((name) =>
    Array.from(frame).reduce((sum, at, node) => sum + (node > 0 && frames[at]!.name === name ? top[node]! : 0), 0),
  );
  console.log(
    `CPU profile ${cpu.map((share) => share.toFixed(1)).join(' / ')}, ticks ${ticks.map((share) => share.toFixed(1)).join(' / ')}`,
  );
  expect(Math.max(...cpu.map((share, i) => Math.abs(share - ticks[i]!)))).toBeLessThan(3);
});
