/** `machine.bin`: what else ran on the machine, one row a second of the measured phase, and the state of the load process; absent: not sampled. */
import * as z from '../../base/schema.ts';
import type { MachineSample } from '../../model/run.ts';
import { say } from '../../words/said.ts';
import { count } from '../limits.ts';
import { MACHINE_COLUMNS, MachineSeries } from '../machine-series.ts';
import { aboutTable, figuresOnly, rowOf, type SessionPart, withNaN } from './part.ts';

const FILE = 'machine.bin';
const FIELDS = { machine: z.strictObject({ rows: count }) };

interface MachineEntry {
  readonly type: 'machine';
  readonly sample: MachineSample;
}

export const MACHINE_PART: SessionPart<'machine', MachineEntry, MachineSeries, typeof FIELDS, null> = {
  ...figuresOnly<MachineEntry>(),
  name: 'machine',
  entries: ['machine'],
  redraws: 'machine',
  empty: () => new MachineSeries(),
  add(machine, { sample }) {
    machine.push(sample);
    return machine;
  },
  revive: (entry) => ({ ...entry, sample: withNaN(entry.sample) }),
  fields: FIELDS,
  describe: ({ rows }) => ({ machine: { rows } }),
  table: {
    file: FILE,
    columns: () => MACHINE_COLUMNS,
    // Without rows there is no such file.
    rows: ({ machine }) => (machine.rows === 0 ? null : machine.rows),
    of: (machine) => (machine.rows === 0 ? null : { rows: machine.rows, columns: machine.table() }),
    *replay(_, columns, rows, refuse) {
      for (let row = 0; row < rows; row++) {
        const sample = rowOf<MachineSample>(MACHINE_COLUMNS, columns, row);
        if (!Number.isFinite(sample.at) || !Number.isFinite(sample.clockGap)) throw refuse(say('file.whyRowTime', { part: FILE, row }));
        yield { type: 'machine', sample };
      }
    },
  },
  files: [aboutTable<MachineSeries>('machine.json', ({ rows }) => (rows === 0 ? null : { columns: MACHINE_COLUMNS, rows }))],
  read: () => [],
};
