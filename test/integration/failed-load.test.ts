/** A load that failed as a whole ends with code 1, and why is the first thing that every output says. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { testCases } from '../helpers/cases.ts';
import { loopscope, runJson, scratch } from '../helpers/command.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const script = join(TARGETS_DIR, 'answers.cjs');
const SHORT = ['-c', '2', '-a', '20'];

testCases<[string, RegExp]>(
  [['SPEAKS=http2', /the server speaks HTTP\/2 only, and all 20 requests were HTTP\/1\.1/]],
  [
    ['STATUS=415', /20 with status 415 \(Unsupported Media Type\)/],
    ['SPEAKS=closes', /none of 20 requests .*: 20 CLOSED \(the server closed the connection/],
    ['SPEAKS=garbage', /20 BAD_ANSWER \(the response is not valid HTTP\/1\.1\)/],
    ['STATUS=503', /20 with status 503 \(Service Unavailable\)/],
  ],
)('%s: exits with code 1 and the reason', async ([env, message]) => {
  const { code, report } = await runJson(script, ...SHORT, '--env', env);
  expect(code).toBe(1);
  expect(report.failure).toMatchObject({ code: 'load-failed', message: expect.stringMatching(message) });
  expect(report.failure!.hint).not.toBe('');
  expect(report.runs[0]!.requests).toMatchObject({ sent: 20, unfinished: 0 });
  // Nothing is said of other requests where there are none.
  expect(report.runs[0]!.warnings.join(' ')).not.toContain('other requests');
});

test('no request got a response before the end', async () => {
  const { code, report } = await runJson(script, '-c', '2', '-d', '0.3', '--env', 'SPEAKS=silence');
  expect(code).toBe(1);
  expect(report.failure!.message).toBe('The load failed: none of 2 requests was answered within the 0.3 s of the run.');
});

test('the reason is the first line of the output, of show and of reports', async () => {
  const folder = scratch();
  const file = join(folder, 'failed.loopscope');
  const ran = await loopscope('run', script, ...SHORT, '--env', 'STATUS=415', '-o', file);
  const why = /^The load failed: none of 20 requests .* 20 with status 415 \(Unsupported Media Type\)\. Set the type of the body/;
  expect(ran.code).toBe(1);
  expect(ran.stdout).toMatch(why);
  expect(ran.stderr).toMatch(/error: The load failed: /);
  const shown = await loopscope('show', file);
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringMatching(why) });
  expect((JSON.parse((await loopscope('show', file, '--json')).stdout) as ReportDocument).failure).toMatchObject({ code: 'load-failed' });
  const markdown = (await loopscope('export', file, '--format', 'markdown', '-o', '-')).stdout;
  expect(markdown.split('\n\n')[2]).toMatch(/^\*\*The load failed: /);
  const page = (await loopscope('export', file, '--format', 'html', '-o', '-')).stdout;
  expect(/<main>\s*<p class="answer bad">([^<]*)/.exec(page)![1]).toMatch(/^The load failed: /);
});

test('when some requests failed, says which and why, and measures the rest', async () => {
  const { code, stdout } = await loopscope('run', script, '-c', '2', '-a', '60', '--capture', 'none', '--env', 'SPEAKS=closes some');
  expect(code).toBe(0);
  expect(stdout).toMatch(/(CLOSED|ECONNRESET): the server .* │ +[\d,]+ │/);
  expect(stdout).toMatch(/Note: .* failed: .*The latency covers only the other requests\./);
});

test('a comparison says which variant had no response, and why', { tags: ['long'] }, async () => {
  const variants = ['--env-a', 'STATUS=200', '--env-b', 'STATUS=401'];
  const ran = await loopscope('compare', script, ...variants, ...SHORT, '--pairs', '1', '--capture', 'none');
  expect(ran.code).toBe(1);
  expect(ran.stdout).toMatch(/^Variant B: The load failed: .* 401 \(Unauthorized\)\. Send credentials/);
  expect(ran.stderr).toContain('error: Variant B: The load failed');
});

test('a missing script or Node binary is reported before the first run of any variant', { tags: ['long'] }, async () => {
  const plain = join(TARGETS_DIR, 'server.cjs');
  const pairs = [[join(TARGETS_DIR, 'no-such-script.cjs')], ['--node-b', '/no/such/node']];
  for (const variantB of pairs) {
    const ran = await loopscope('compare', plain, ...variantB, ...SHORT, '--pairs', '1', '--json');
    expect(ran.code).toBe(1);
    expect((JSON.parse(ran.stdout) as ReportDocument).failure!.message).toMatch(/^Variant B: There is no /);
    expect(ran.stderr).not.toContain('Run 1 of');
  }
});
