/** Node's own modules in profiles of its versions 8 to 14, which write them without `node:`. */
import { expect, test } from 'vitest';
import { readForeign } from '../../../../helpers/read-foreign.ts';

const frame = (functionName: string, url: string) => ({ functionName, scriptId: '1', url, lineNumber: 3, columnNumber: 0 });
const ROOT = { functionName: '(root)', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 };

/** `urls`: of functions that call one another. */
function cpuProfile(...urls: readonly string[]): string {
  const nodes = [
    { id: 1, callFrame: ROOT, children: [2] },
    ...urls.map((url, at) => ({ id: at + 2, callFrame: frame(`f${at}`, url), ...(at < urls.length - 1 ? { children: [at + 3] } : {}) })),
  ];
  return JSON.stringify({ nodes, startTime: 0, endTime: 2_000, samples: [2, urls.length + 1], timeDeltas: [1_000, 1_000] });
}

function heapProfile(...urls: readonly string[]): string {
  const head = urls.reduceRight<object[]>(
    (children, url, at) => [{ callFrame: frame(`f${at}`, url), selfSize: 8, id: at + 2, children }],
    [],
  );
  return JSON.stringify({ head: { callFrame: ROOT, selfSize: 0, id: 1, children: head } });
}

const placesOf = (text: string) => readForeign(text).profiles[0]!.frames.flatMap(({ url, kind }) => (url === '' ? [] : [`${kind} ${url}`]));

test.each([
  ['a CPU profile', cpuProfile],
  ['a heap profile', heapProfile],
])('in %s they are Node’s where the file is of such a version', (_, written) => {
  expect(placesOf(written('internal/timers.js', '/app/url.js', 'url.js', '_stream_readable.js'))).toEqual([
    'core internal/timers.js',
    'own /app/url.js',
    'core node:url',
    'core node:_stream_readable',
  ]);
});

test.each([
  ['of another program, which may have such a file', ['/app/main.js', 'url.js']],
  ['of a newer Node, in which it is a file that a program has named so', ['node:internal/timers', 'internal/x.js', 'url.js']],
])('not in a profile %s', (_, urls) => {
  expect(placesOf(cpuProfile(...urls))).toContain('own url.js');
});
