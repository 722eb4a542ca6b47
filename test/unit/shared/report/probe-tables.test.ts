/** The tables of a probe. */
import { expect, test } from 'vitest';
import { formatProbe } from '../../../../electron/cli/print/print-probe.ts';
import type { ProbeReport } from '../../../../shared/model/probe.ts';
import { cellText } from '../../../../shared/report/table.ts';
import { PROBE_TABLES, probeTables } from '../../../../shared/report/tables/probe.ts';
import { PROBED } from '../../../helpers/fake-probe.ts';

const valueAt = (key: string): unknown =>
  key.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], { probe: PROBED });

test('each has a name of its own, a cell for each column in each row, and its figures in the JSON document', () => {
  expect(new Set(PROBE_TABLES.map(({ id }) => id)).size).toBe(PROBE_TABLES.length);
  for (const { id, of, key } of PROBE_TABLES) {
    const table = of(PROBED)!;
    expect(table.rows.length, id).toBeGreaterThan(0);
    for (const row of table.rows) expect(row, id).toHaveLength(table.columns.length);
    expect(table.rows.flat().map(cellText).join(' '), id).not.toMatch(/NaN|undefined|Infinity/);
    expect(valueAt(key), key).toBeDefined();
  }
});

test('the terminal prints each that the probe has, and none that it has not', () => {
  const cut: ProbeReport = { ...PROBED, arrivals: null, ramp: null };
  expect(probeTables(cut).map(({ id }) => id)).toEqual(['levels', 'steps']);
  const printed = formatProbe(cut);
  for (const { id, of } of PROBE_TABLES) {
    const { caption } = of(PROBED)!;
    expect(printed.includes(`\n${caption}\n`), caption).toBe(['levels', 'steps'].includes(id));
  }
});
