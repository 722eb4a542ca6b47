import { expect, test } from 'vitest';
import type { RoutesFigures } from '../../../../shared/model/report.ts';
import { routesTable } from '../../../../shared/report/tables/routes.ts';
import { makeRoutes, makeRunReport, makeSetup } from '../../../helpers/fake-data.ts';

const noteOf = (change: Partial<RoutesFigures>): string =>
  routesTable({ requests: makeRunReport(makeSetup('/app.js'), 1_000).requests, routes: { ...makeRoutes(), ...change } })!.note!;

test('what it took to follow requests is told of the CPU time, which is the same share under any load', () => {
  const note = noteOf({ cost: { timePercent: 1.2, cpuPercent: 21.4, givenUpAtMs: null } });
  expect(note).toMatch(/took about 21\.4 % of the CPU time/);
  expect(note).not.toContain('1.2');
  expect(noteOf({})).not.toContain('took about');
});

test.each([
  [-300, 'recorded no further than the warm-up'],
  [1_540, 'recorded no further after 1\\.54\\ss'],
])('that it was given up comes first, with when: %s ms', (givenUpAtMs, when) => {
  const note = noteOf({ cpu: null, cost: { timePercent: 13.2, cpuPercent: 21.4, givenUpAtMs } });
  expect(note).toMatch(new RegExp(`^Which request is worked on was ${when}, and is left out: it took about 13\\.2 % of the time`));
});
