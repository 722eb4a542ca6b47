/** Responses in an HTML report. */
import { expect, test } from 'vitest';
import { hasLoad, type ReportedAnswer } from '../../../shared/model/report.ts';
import { failedSection, goodSection } from '../../../shared/report/answer-sections.ts';
import { makeReport, makeSetup } from '../../helpers/fake-data.ts';

test('the body of a good response is folded, its headers and what came with a failed one are not', () => {
  const run = makeReport(makeSetup('/app/server.js'), 20_000, null).runs.find(hasLoad)!;
  const good: ReportedAnswer = {
    request: 0,
    connection: 0,
    status: 200,
    error: null,
    atMs: 5,
    latencyMs: 5,
    bytes: 60,
    stderr: '',
    head: { line: 'HTTP/1.1 200 OK', headers: [], isCut: false },
    body: { kind: 'text', type: 'text/plain', coding: '', wireBytes: 5, decodedBytes: 5, text: 'hello', isCut: false },
  };
  const failed = { ...good, status: 500, head: { ...good.head!, line: 'HTTP/1.1 500 Internal Server Error' } };
  const both = { ...run, status: { 200: 1, 500: 1 }, requests: { ...run.requests, unexpected: 1 }, answers: [good, failed] };
  const { html } = goodSection(both)[0]!.body;
  expect(html).toMatch(/<details><summary>Body<\/summary><pre>.*hello/s);
  expect(html.indexOf('HTTP/1.1 200 OK')).toBeLessThan(html.indexOf('<details>'));
  expect(failedSection(both)[0]!.body.html).toContain('hello');
  expect(failedSection(both)[0]!.body.html).not.toContain('<details>');
});
