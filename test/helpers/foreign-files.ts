/** Small whole files of other tools' formats, by name: written by our exporters, and by hand where we write none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { exportCollapsed } from '../../shared/profile/export-collapsed.ts';
import { exportSpeedscope } from '../../shared/profile/export-speedscope.ts';
import { importCpuProfile } from './importers.ts';

const SPLIT = readFileSync(join(import.meta.dirname, '../fixtures/profiles/split.cpuprofile'), 'utf8');

export function foreignFiles(): ReadonlyMap<string, Buffer> {
  const read = importCpuProfile(SPLIT, 'split.cpuprofile');
  if (!read.ok) throw new Error('The fixture cannot be read');
  const profiles = [read.value];
  const texts = {
    'list.cpuprofile': `[${SPLIT},${SPLIT}]`,
    'sampled.speedscope.json': exportSpeedscope(profiles, 'split'),
    'evented.json': EVENTED,
    'stacks.collapsed.txt': exportCollapsed(profiles),
  };
  const all = new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));
  return all.set('split.cpuprofile.gz', gzipSync(SPLIT));
}

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
