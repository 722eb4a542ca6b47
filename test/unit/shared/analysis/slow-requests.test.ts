import { expect, test } from 'vitest';
import { explainSlow } from '../../../../shared/analysis/slow-requests.ts';
import { CPU_OF_MAIN_THREAD, type Profile } from '../../../../shared/model/profile/profile.ts';
import { ANY_REQUEST } from '../../../../shared/model/request-filter.ts';
import { ProfileMerger } from '../../../../shared/profile/time/merge-slices.ts';
import { findCause, slowPartsTable, slowSentence, slowTable } from '../../../../shared/report/slow-table.ts';
import { ServedRequests } from '../../../../shared/session/served-requests.ts';
import { OTHER, PID, waitsOf } from '../../../helpers/planted-waits.ts';
import { drawSlice } from '../profile/draw.ts';

const COUNT = 100;

interface Told {
  /** ms of the main thread, and of waiting. */
  readonly work: number;
  readonly wait: number;
}

/** One request after the other, of which every tenth is another; each sample is 1 ms. `slow`: works in `tail`, below `handle`. */
function runOf(usual: Told, slow: Told): { profile: Profile; served: ServedRequests } {
  const [times, stack, leaf]: [number[], string[], string[]] = [[], [], []];
  const requests: number[] = [];
  const rows = { start: [] as number[], end: [] as number[], running: [] as number[], request: [] as number[] };
  let now = 0;
  for (let request = 1; request <= COUNT; request++) {
    const isSlow = request % 10 === 0;
    const { work, wait } = isSlow ? slow : usual;
    for (let ms = 0; ms < work; ms++) {
      times.push(now + ms * 1_000);
      stack.push('handle');
      leaf.push(isSlow && ms > 0 ? 'tail' : '.');
      requests.push(request);
    }
    rows.start.push(now - wait * 1_000);
    now += work * 1_000;
    rows.end.push(now);
    rows.running.push(work * 1_000);
    rows.request.push(request);
  }
  const merger = new ProfileMerger({ pid: PID, intervalUs: 1_000, ...CPU_OF_MAIN_THREAD });
  merger.addSlice({ ...drawSlice(`time ${[...times, now].join(' ')}\n${stack.join(' ')}\n${leaf.join(' ')}`), requests });
  const served = new ServedRequests();
  const all = (value: number) => rows.start.map(() => value);
  served.add({
    routes: ['GET /'],
    lost: 0,
    rows: { ...rows, pid: all(PID), route: all(0), status: all(200), port: all(0), localPort: all(0) },
  });
  return { profile: merger.toProfile(0, {}), served };
}

const TENTH = { ...ANY_REQUEST, slowest: 10 };
const ALL = { from: 0, to: Number.MAX_SAFE_INTEGER };

test('what slow requests do more is named, per request', () => {
  const { profile, served } = runOf({ work: 2, wait: 1 }, { work: 8, wait: 1 });
  const found = explainSlow([profile], served, TENTH, ALL, null);
  expect(found.slow).toEqual({ requests: 10, tookMs: 9, cpuMs: 8, parts: null });
  expect(found.middle).toEqual({ requests: 50, tookMs: 3, cpuMs: 2, parts: null });
  expect(found.functions![0]).toMatchObject({ function: 'tail', selfA: 0, selfB: 7_000, totalB: 7_000, noise: false });
  expect(findCause(found.functions!)).toEqual({ name: 'tail (main.js:1)', more: 7 });
  expect(slowSentence(found, 10)).toMatch(/most of it in tail \(main\.js:1\): 7\.00\sms more for each\.$/);
  expect(slowTable(found, 5)!.rows[0]!.slice(0, 3)).toEqual([{ text: 'tail', tone: 'code' }, { text: '+7.000', tone: 'more' }, '7.000']);
});

test('requests that only wait longer are said to wait', () => {
  const { profile, served } = runOf({ work: 2, wait: 1 }, { work: 2, wait: 40 });
  const found = explainSlow([profile], served, TENTH, ALL, null);
  expect(found.slow).toEqual({ requests: 10, tookMs: 42, cpuMs: 2, parts: null });
  expect(slowSentence(found, 10)).toContain('they wait longer');
});

test('what they wait for longer is said where waits are recorded, and each part of their time stands beside that of the others', () => {
  const { profile, served } = runOf({ work: 2, wait: 1 }, { work: 2, wait: 40 });
  const calls = Array.from({ length: COUNT / 10 }, (_, nth) => {
    const end = served.get('end', served.rowOf(PID, 10 * (nth + 1))) - 2_000;
    return { request: 10 * (nth + 1), at: [end - 10_000, end], line: 25_000, kind: 'http', to: OTHER, name: 'GET' } as const;
  });
  const found = explainSlow([profile], served, TENTH, ALL, { waits: waitsOf(...calls), originUs: 0 });
  expect(slowSentence(found, 10).replaceAll('\u00a0', ' ')).toMatch(
    /The difference: 25\.0 ms in line for http:\/\/127\.0\.0\.1:4555, 10\.0 ms for replies of http:\/\/127\.0\.0\.1:4555 \(or for a busy event loop to read what is there\)/,
  );
  const rows = slowPartsTable(found)!.rows;
  expect(rows.slice(0, 2)).toEqual([
    ['in line for 127.0.0.1:4555', '+25.00', '25.00', '0.00'],
    ['127.0.0.1:4555', '+10.00', '10.00', '0.00'],
  ]);
  expect(rows.map(([name]) => name)).toContain('work');
  expect(slowPartsTable(explainSlow([profile], served, TENTH, ALL, null))).toBeNull();
});

test('too few requests say nothing about others', () => {
  const { profile, served } = runOf({ work: 2, wait: 1 }, { work: 8, wait: 1 });
  const few = explainSlow([profile], served, { ...TENTH, slowest: 5 }, ALL, null);
  expect(few).toMatchObject({ slow: { requests: 5 }, functions: null });
  expect(slowSentence(few, 5)).toContain('too few');
  expect(slowTable(few, 5)).toBeNull();
  const none = explainSlow([profile], served, TENTH, { from: 0, to: 1 }, null);
  expect(none).toEqual({
    slow: { requests: 0, tookMs: null, cpuMs: null, parts: null },
    middle: { requests: 0, tookMs: null, cpuMs: null, parts: null },
    functions: null,
  });
  expect(slowSentence(none, 10)).toBe('No request has ended in this part of the run.');
});
