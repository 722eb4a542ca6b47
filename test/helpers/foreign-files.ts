/** Small whole files of other tools' formats, by name: written by our exporters, and by hand where we write none. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { exportCollapsed } from '../../shared/profile/export/export-collapsed.ts';
import { exportPprof } from '../../shared/profile/export/export-pprof.ts';
import { exportSpeedscope } from '../../shared/profile/export/export-speedscope.ts';
import { importCpuProfile } from './importers.ts';

const SPLIT = readFileSync(join(import.meta.dirname, '../fixtures/profiles/split.cpuprofile'), 'utf8');

/** What other load tools have written. */
const RESULTS = join(import.meta.dirname, '../fixtures/load-results');

export function foreignFiles(): ReadonlyMap<string, Buffer> {
  const read = importCpuProfile(SPLIT, 'split.cpuprofile');
  if (!read.ok) throw new Error('The fixture cannot be read');
  const profiles = [read.value];
  const texts = {
    'list.cpuprofile': `[${SPLIT},${SPLIT}]`,
    'sampled.speedscope.json': exportSpeedscope(profiles, 'split'),
    'evented.json': EVENTED,
    'stacks.collapsed.txt': exportCollapsed(profiles),
    'prof-process.txt': PROF_PROCESS,
    'preprocessed.json': PREPROCESSED,
    'ticks.json': JSON.stringify(TICKS),
    'stacks.7.json': JSON.stringify({ merged: TREE, unmerged: TREE }),
    'flamegraph.html': `<html><script>visualizer(${JSON.stringify({ merged: TREE, unmerged: TREE })}, {"title":"x"})</script></html>`,
  };
  const all = new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));
  for (const name of readdirSync(RESULTS)) if (/\.(json|csv|tsv|txt)$/.test(name)) all.set(name, readFileSync(join(RESULTS, name)));
  return all.set('counted.pb.gz', gzipSync(exportPprof(profiles, 0))).set('split.cpuprofile.gz', gzipSync(SPLIT));
}

const PROF_PROCESS = `Statistical profiling result from isolate.log, (10 ticks, 1 unaccounted, 0 excluded).

 [Shared libraries]:
   ticks  total  nonlib   name
      3   30.0%          /usr/lib/libc.so.6

 [JavaScript]:
   ticks  total  nonlib   name
      5   50.0%   71.4%  JS: *parse /app/a.js:1:15

 [C++]:
   ticks  total  nonlib   name
      1   10.0%   14.3%  __proto__

 [Summary]:
   ticks  total  nonlib   name
      5   50.0%   71.4%  JavaScript
      1   10.0%   14.3%  C++
      2   20.0%   28.6%  GC
      3   30.0%          Shared libraries
      1   10.0%          Unaccounted

 [C++ entry points]:
   ticks    cpp   total   name

 [Bottom up (heavy) profile]:
  Note: percentage shows a share of a particular caller in the total
  amount of its parent calls.
  Callers occupying less than 1.0% are not shown.

   ticks parent  name
      5   50.0%  JS: *parse /app/a.js:1:15
      4   80.0%    JS: ~outer /app/a.js:9:1
      1   20.0%    JS: ~main /app/a.js:20:1
`;

const CODE = [
  { name: 'parse /app/a.js:1:15', type: 'JS', kind: 'Opt' },
  { name: ' /app/a.js:9:1', type: 'JS', kind: 'Unopt' },
  { name: '/usr/lib/libc.so.6', type: 'SHARED_LIB' },
  { name: '__proto__', type: 'CPP' },
];

const PREPROCESSED = JSON.stringify({
  code: CODE,
  functions: [{ name: 'parse', codes: [0] }],
  ticks: [
    { tm: 1, vm: 0, s: [0, 4, 1, 8] },
    { tm: 2, vm: 1, s: [2, 0, 0, 4, 1, 8] },
    { tm: 3, vm: 0, s: [-1, 77, 3, 0, 1, 8] },
    { tm: 4, vm: 0, s: [] },
  ],
  scripts: [],
});

const TICKS = [[CODE[1], CODE[0]], [CODE[1], CODE[0], CODE[2]], [CODE[1]]];

const TREE = {
  name: 'all stacks',
  value: 3,
  top: 0,
  children: [
    {
      name: '~(anonymous) /app/a.js:9:1',
      fn: '(anonymous) /app/a.js:9:1',
      S: 1,
      value: 3,
      top: 1,
      children: [{ name: '*parse /app/a.js:1:15 [INIT]', fn: 'parse /app/a.js:1:15 [INIT]', S: 2, value: 2, top: 2 }],
    },
  ],
};

const EVENTED = JSON.stringify({
  exporter: 'by hand',
  shared: {
    frames: [{ name: 'main', file: 'app.js', line: 3, col: 1 }, { name: 'read', file: 'node:fs', line: null }, { name: '__proto__' }],
  },
  activeProfileIndex: 1,
  profiles: [
    { type: 'sampled', name: 'heap', unit: 'bytes', startValue: 0, endValue: 96, samples: [[0], [0, 2], []], weights: [32, 64, 0] },
    {
      type: 'evented',
      name: 'loop',
      unit: 'milliseconds',
      startValue: 10,
      endValue: 70,
      events: [0, 1, 2].flatMap((turn) => [
        { type: 'O', frame: 0, at: 10 + 20 * turn },
        { type: 'O', frame: 1, at: 12 + 20 * turn },
        { type: 'C', frame: 1, at: 25 + 20 * turn },
        { type: 'C', frame: 0, at: 29.5 + 20 * turn },
      ]),
    },
  ],
});
