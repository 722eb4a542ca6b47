/** A server that stops responding under a load command: the command does not say so, and the server's side of it is told. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { testCases } from '../helpers/cases.ts';
import { loopscope, scratch } from '../helpers/command.ts';

/** For the first second; its processes are sampled four times in it. */
const answering = (rest: string) => `let until = 0;
require('node:http').createServer((q, r) => {
  until ||= Date.now() + 1_000;
  if (Date.now() < until) r.end('ok');
  else { ${rest} }
}).listen(0);`;
/** Prints nothing that can be read, and goes on for 2 s after the last response. */
const LOAD = `const { get } = require('node:http');
const end = () => setTimeout(() => process.exit(0), 2_000);
let given = end();
const next = () => get(process.argv[2], (response) => response.resume().on('end', () => {
  clearTimeout(given);
  given = end();
  next();
})).on('error', () => {});
next();`;
/** Sends no request for 2 s after the last response. */
const RESTS = `const { get } = require('node:http');
let left = 100;
const next = () => get(process.argv[2], (response) => response.resume().on('end', () => (--left > 0 ? next() : setTimeout(() => {}, 2_000))));
next();`;

function write(name: string, text: string): string {
  const file = join(scratch(), name);
  writeFileSync(file, text);
  return file;
}

async function documentOf(words: readonly string[]): Promise<ReportDocument> {
  const { code, stdout, stderr } = await loopscope(...words, '-d', '30', '--wait', '--json');
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as ReportDocument;
}

const under = (load: string) => ['--load-command', `${process.execPath} ${load} {url}`];

testCases<readonly [name: string, rest: string, said: RegExp]>(
  [
    [
      'stands still',
      "process.kill(process.pid, 'SIGSTOP');",
      /^As seen from the server, no response ended in the last .* was not heard any/,
    ],
  ],
  [
    ['keeps requests', '', /^As seen from the server, a request had come and no response ended in the last [\d.]+\ss of the load\.$/],
    ['is busy for ever', 'for (;;);', /no response ended in the last [\d.]+\ss of the load: an event loop of the server was blocked\.$/],
  ],
)('of a server that %s, the first sentence says since when no response ended', async ([name, rest, said]) => {
  const { runs, answer } = await documentOf(['run', write(`${name}.cjs`, answering(rest)), ...under(write('load.cjs', LOAD))]);
  const told = JSON.stringify(runs[0]!.warnings);
  expect(told).toContain('Whether requests stayed without a response is not known: the load command does not say.');
  expect(answer[0]).toMatchObject({ code: 'served-until', text: expect.stringMatching(said) });
});

test('a load that rests at its end says nothing of a server that has answered it', { tags: ['long'] }, async () => {
  const { runs, answer } = await documentOf(['run', write('all.cjs', answering("r.end('ok')")), ...under(write('rests.cjs', RESTS))]);
  expect(runs[0]!.silentAtServer).toBeUndefined();
  expect(answer).toEqual([]);
});
