/** Files that are not read, as their tools begin them: the refusal says what they are, and which command makes what is read. */
import { expect, test } from 'vitest';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { importBytes, importText } from '../../../../shared/session/importers.ts';
import { tellOtherFormat } from '../../../../shared/session/other-formats.ts';

const K6_TEXT = '     http_req_blocked...............: avg=1.2ms\n     http_req_duration..............: avg=3.1ms min=1ms\n';
const PPROF_TOP = 'File: server\nType: cpu\nTime: 2026-11-28 22:50:34 UTC\nShowing nodes accounting for 740ms, 100% of 740ms total\n';
const AUTOCANNON = 'Running 2s test @ http://127.0.0.1:1/\n4 connections\n\n┌─────────┬──────┐\n│ Stat    │ 2.5% │\n';

test.each([
  ['perf.data', 'PERFILE2h\u0000\u0000\u0000', /perf record has written/, /perf script -i perf\.data > /],
  ['pprof -raw', 'PeriodType: cpu nanoseconds\nPeriod: 10000000\nSamples:\n', /report that pprof has printed/, /go tool pprof -proto/],
  ['pprof -top', PPROF_TOP, /report that pprof has printed/, /go tool pprof -proto/],
  ['pprof -traces', 'File: a\nType: cpu\n-----------+-----\n   20ms   main.burn\n', /report that pprof/, /-proto/],
  ['hey', '\nSummary:\n  Total:\t3.0136 secs\n  Slowest:\t0.2510 secs\n', /result of hey/, /--load-command "hey/],
  ['autocannon as a table', AUTOCANNON, /table that autocannon prints/, /autocannon --json/],
  ['k6 as a summary', K6_TEXT, /summary that k6 prints/, /--summary-export=/],
  [
    'k6 as a summary after many warnings',
    `${'time="2026" level=warning msg="Request Failed"\n'.repeat(2_000)}${K6_TEXT}`,
    /summary that k6 prints/,
    /--summary/,
  ],
  ['Artillery as text, without a response', 'vusers.created: ...... 60\nvusers.failed: ...... 60\n', /what Artillery prints/, /run -o/],
  ['Artillery as text', 'Summary report @ 12:00:00\nhttp.response_time:\n  min: 1\n', /what Artillery prints/, /artillery run -o/],
  ['nothing', '', /^x is empty\.$/, /record it again/],
  ['white space', ' \n\t\n', /^x is empty\.$/, /record it again/],
  [
    'JSON that ends before it says what it is',
    '{"url":"http://h/","connections":10,"lat',
    /^x is JSON that ends in the middle/,
    /cut off .* again/,
  ],
  ['the same of a list', '[{"a":1},{"b"', /^x is JSON that ends in the middle/, /cut off .* again/],
  ['a picture', '<?xml version="1.0" standalone="no"?>\n<svg width="1200">', /is a picture/, /collapsed stacks/],
])('%s', (_, text, what, next) => {
  const bytes = new TextEncoder().encode(text);
  expect(importBytes(bytes, 'x') ?? importText(text, 'x')).toBeNull();
  const [says, hint] = tellOtherFormat(text, 'x')!;
  expect(wordSaid(says)).toMatch(what);
  expect(wordSaid(hint)).toMatch(next);
});

test('of other files nothing is claimed', () => {
  for (const text of ['hello\nworld\n', '{"a": 1}', '[]\n', '[info] started', '{"level":30}\n{"level":30}\n', 'Type: cpu\n'])
    expect(tellOtherFormat(text, 'x')).toBeNull();
});
