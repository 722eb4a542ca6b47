/** Which rows of what was waited for are of a route. */
import { expect, test } from 'vitest';
import { waitsOfRoute } from '../../../../shared/analysis/waits-of-run.ts';
import type { RunReport } from '../../../../shared/model/report.ts';
import { makeWaits } from '../../../helpers/fake-data.ts';

type Of = Parameters<typeof waitsOfRoute>[1];

const [ROW] = makeWaits();

/** Calls of each row, to tell them apart. */
function callsOf(route: Of, routes: readonly Of[], rows: readonly { readonly route: string | null; readonly member?: string }[]) {
  const waits = rows.map((row, nth) => ({ ...ROW!, ...row, calls: nth }));
  return waitsOfRoute({ waits, routes: { routes } } as unknown as RunReport, route).map(({ calls }) => calls);
}

test('rows of a route are its own, those of the only route the ones of all', () => {
  const rows = [{ route: null }, { route: 'GET /a' }, { route: 'GET /b' }, { route: 'GET /a' }];
  expect(callsOf({ route: 'GET /a' }, [{ route: 'GET /a' }, { route: 'GET /b' }], rows)).toEqual([1, 3]);
  expect(callsOf({ route: 'GET /a' }, [{ route: 'GET /a' }], [{ route: null }, { route: null }])).toEqual([0, 1]);
});

test('in a group, a route of the same name is another one in each member', () => {
  const [proxy, app] = [
    { route: 'GET /', member: 'proxy' },
    { route: 'GET /', member: 'app' },
  ];
  expect(callsOf(proxy, [proxy, app], [{ route: null }, app, proxy])).toEqual([2]);
  expect(callsOf(app, [proxy, app], [{ route: null }, app, proxy])).toEqual([1]);
});
