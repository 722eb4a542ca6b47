/** A sweep whose highest rate is more than the load process can send says so; it is no limit of the server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runJson, scratch } from '../helpers/command.ts';

/** Far more than one process sends on any machine. */
const TOO_MANY = 100_000;

test('whether the server would have kept up with a rate that could not be sent is not known', async () => {
  const script = join(scratch(), 'server.js');
  writeFileSync(script, "require('node:http').createServer((_, response) => response.end('done')).listen(0, '127.0.0.1');");
  const { code, report } = await runJson(script, '--sweep', `100/s,${TOO_MANY}/s`, '--hold', '0.5', '--capture', 'none');
  expect(code).toBe(0);
  const [first, why] = report.answer;
  expect(first).toMatchObject({
    code: 'bracket',
    text: expect.stringMatching(/is not known: Loopscope could not send the requests in time/),
  });
  expect(why).toMatchObject({
    code: 'bracket-figures',
    text: expect.stringMatching(/^At 100,000 a second, half of the requests were sent .* late/),
  });
  expect(report.runs[0]).toMatchObject({ bracket: { held: 100, broke: TOO_MANY, figures: { broke: { sentLateMs: expect.any(Number) } } } });
}, 60_000);
