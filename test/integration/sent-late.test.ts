/** A sweep whose highest rate is more than the load process can send says so; it is no limit of the server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runJson, scratch } from '../helpers/command.ts';

/** Far more than one process sends on any machine. */
const TOO_MANY = 100_000;

test('whether the server would have kept up with a rate that could not be sent is not known', {
  tags: ['long'],
  timeout: 60_000,
}, async () => {
  const script = join(scratch(), 'server.js');
  // All connections find room in the queue of those to be accepted. One that does not is tried again after a second, and by then the run is over.
  writeFileSync(script, "require('node:http').createServer((_, response) => response.end('done')).listen(0, '127.0.0.1', 4096);");
  const { code, report } = await runJson(script, '--sweep', `100/s,${TOO_MANY}/s`, '--hold', '0.5', '--capture', 'none');
  expect(code).toBe(0);
  // On a busy machine some requests have no response when the time is up: that is said first, and not looked at here.
  const told = (code: string) => report.answer.find((finding) => finding.code === code)?.text;
  expect(told('bracket')).toMatch(/is not known: Loopscope could not send the requests in time/);
  expect(told('bracket-figures')).toMatch(/^At 100,000 a second, half of the requests were sent .* late/);
  expect(report.runs[0]).toMatchObject({
    bracket: { held: 100, broke: TOO_MANY, figures: { broke: { sentLateMs: expect.any(Number) } } },
  });
});
