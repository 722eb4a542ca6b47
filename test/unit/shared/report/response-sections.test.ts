/** Responses in an HTML report. */
import { expect, test } from 'vitest';
import { hasLoad, type ReportedResponse } from '../../../../shared/model/report.ts';
import { failedSection, goodSection, responsesMarkdown } from '../../../../shared/report/response-sections.ts';
import { makeReport, makeSetup } from '../../../helpers/fake-data.ts';

test('the body of a good response is folded, its headers and what came with a failed one are not', () => {
  const run = makeReport(makeSetup('/app/server.js'), 20_000, null).runs.find(hasLoad)!;
  const good: ReportedResponse = {
    request: 0,
    connection: 0,
    status: 200,
    error: null,
    atMs: 5,
    latencyMs: 5,
    bytes: 60,
    stdout: '',
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

test('Markdown has the beginning of a body, of a page what it says, and where the rest is', () => {
  const run = makeReport(makeSetup('/app/server.js'), 20_000, null).runs.find(hasLoad)!;
  const failed = (type: string, body: string): ReportedResponse => ({
    request: 0,
    connection: 0,
    status: 500,
    error: null,
    atMs: 5,
    latencyMs: 5,
    bytes: 60,
    stdout: '',
    stderr: '',
    head: { line: 'HTTP/1.1 500 Internal Server Error', headers: [], isCut: false },
    body: { kind: 'text', type, coding: '', wireBytes: 5, decodedBytes: 5, text: body, isCut: false },
  });
  const answers = [
    failed('text/html', '<html><head><meta charset="utf-8"><title>Oops</title></head><body><pre>it broke</pre></body></html>'),
    failed('text/plain', Array.from({ length: 90 }, (_, line) => `line ${line}`).join('\n')),
    failed('application/json', `{"a":"${'b'.repeat(4_000)}"}`),
  ];
  const markdown = responsesMarkdown({ ...run, status: { 500: 3 }, answers }, 'failing').join('\n');
  expect(markdown).toContain('```\nOops\nit broke\n```');
  expect(markdown).toContain('line 11\n…\n```');
  expect(markdown).not.toMatch(/<meta|line 12|b{301}/);
  expect(markdown).toContain('loopscope show FILE --table answers');
});
