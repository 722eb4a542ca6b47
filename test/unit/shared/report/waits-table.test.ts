import { expect, test } from 'vitest';
import type { NoReplyFigures, RunReport, WaitFigures } from '../../../../shared/model/report.ts';
import { ANY_REQUEST, type RequestFilter } from '../../../../shared/model/request-filter.ts';
import { cellText } from '../../../../shared/report/table.ts';
import { NO_REPLY, tellNoWaits, WAITS } from '../../../../shared/report/tables/waits.ts';
import { makeNoReply, makeWaits } from '../../../helpers/fake-data.ts';

const tableOf = (waits: readonly WaitFigures[] | null, waitsBeside?: RunReport['waitsBeside']) =>
  WAITS.of({ waits, ...(waitsBeside && { waitsBeside }) } as RunReport, { intervals: true });

test('a share stands on the calls whose request is known, and is a least one where others are not', () => {
  const { columns, rows, note } = tableOf(makeWaits())!;
  const share = columns.findIndex(({ title }) => title === 'Share, %');
  expect(rows.map((row) => cellText(row[share]!))).toEqual(['61.2', '≥ 8.4', '–']);
  expect(note).toContain(
    'is known for 60 % of the calls to http://127.0.0.1:4555, 0 % of the calls to tcp://127.0.0.1:9000; shares there are at least so much.',
  );
  expect(tableOf(makeWaits().slice(0, 1))!.note).not.toContain('at least');
});

test('a dash where it is not known how long calls were in line, and where there is no name', () => {
  const { columns, rows, note } = tableOf(makeWaits())!;
  const inLine = columns.flatMap(({ title }, at) => (title.startsWith('Line') ? [at] : []));
  expect(rows.map((row) => inLine.map((at) => cellText(row[at]!) === '–'))).toEqual([
    [false, false],
    [true, true],
    [false, false],
  ]);
  expect(note).toContain('A dash: how long calls were in line is not known.');
  expect(cellText(rows[2]![1]!)).toBe('–');
});

test('at once, of how many an agent allows; where calls were in line and the limit is not known, that is said', () => {
  const { rows, note } = tableOf(makeWaits())!;
  expect(rows.map((row) => cellText(row.at(-1)!))).toEqual(['10 of ?', '2 of 2', '1 of ?']);
  expect(note).toContain('it is not known how many are let through at once');
  expect(tableOf(makeWaits().slice(1, 2))!.note).not.toContain('let through');
});

test('calls of no request, and those that were not recorded, stand in the note', () => {
  expect(tableOf(makeWaits(), { outside: 1, lost: 2_000 })!.note).toMatch(/1 call of no request is not .* 2,000 calls were not recorded\./);
});

test('rows by route are not in the table of all of them', () => {
  const [row] = makeWaits();
  const { rows } = tableOf([...makeWaits(), { ...row!, route: 'GET /' }])!;
  expect(rows).toHaveLength(makeWaits().length);
});

test('of chosen requests the table says how many there are, and which', () => {
  const [row, other] = makeWaits();
  const waits = [
    { ...row!, route: 'GET /' },
    { ...other!, route: null },
  ];
  const of = (chosen: Partial<RequestFilter>, requests = 12) =>
    WAITS.of({ waits, waitsBeside: { outside: 3, lost: 0 }, waitsOnly: { ...ANY_REQUEST, ...chosen, requests } } as never, {})!;
  expect(of({ route: 'GET /' })).toMatchObject({ caption: 'What 12 requests to GET / waited for' });
  expect(of({ route: 'GET /', slowest: 0.5 }).caption).toBe('What 12 requests to GET / waited for (the slowest 0.5 %)');
  expect(of({ failed: true }, 1).caption).toBe('What 1 request waited for (status 400 and above)');
  expect(of({ failed: true, slowest: 10 }).caption).toBe('What 12 requests waited for (status 400 and above, of these the slowest 10 %)');
  const { rows, note } = of({ route: 'GET /' });
  expect(rows).toHaveLength(2);
  expect(note).toContain('of the response times of these requests');
  expect(note).toContain('of these requests there may have been more');
  expect(note).not.toContain('of no request');
});

test('without any there is no table, and it is said why', () => {
  expect(tableOf([])).toBeNull();
  expect(tableOf(null)).toBeNull();
  const none = (waits: readonly WaitFigures[] | null) => WAITS.alone?.none?.({ waits } as RunReport);
  expect(none([])).toMatch(/^No request waited.* files, .*timers\. .*better-sqlite3/);
  expect(none(null)).toContain('record it again');
  const why = (of: Partial<RunReport>) => WAITS.alone?.none?.({ waits: null, ...of } as RunReport);
  expect(why({ waitsOff: true })).toContain('switched off (--no-waits)');
  expect(why({ waitsUnknown: 'notAsked' })).toContain('Record one without --no-by-request.');
  expect(why({ waitsUnknown: 'tooDear' })).toContain('--by-request-limit 100');
  expect(why({ waitsUnknown: 'outside' })).toContain('the server was running already');
  expect(why({ waitsUnknown: 'noAgent' })).toContain('under Bun');
  expect(why({ waits: [], waitsUnknown: 'noRequests' })).toContain('not of HTTP/2');
  expect(why({ waitsUnknown: 'earlier' })).toContain('The version that recorded it could not');
  // Nothing is in the table because nothing was recorded.
  expect(why({ waits: [], waitsBeside: { outside: 0, lost: 7 } })).toMatch(/7 calls were not recorded\.$/);
  const ofChosen = (requests: number) => tellNoWaits({ waits: [], waitsOnly: { ...ANY_REQUEST, requests } });
  expect(ofChosen(0)).toBe('No such request ended.');
  expect(ofChosen(1)).toBe('This request waited for nothing that is seen.');
  expect(ofChosen(1_200)).toMatch(/^None of these 1,200 requests waited/);
});

test('calls without a reply are a table of their own, with how long the longest has waited, and since when', () => {
  const of = (noReply: readonly NoReplyFigures[]) =>
    NO_REPLY.of({ waitsBeside: { outside: 0, lost: 0, noReply } } as unknown as RunReport, {});
  const { columns, rows, note } = of(makeNoReply())!;
  expect(columns.slice(2).map(({ title }) => title)).toEqual(['Failed', 'Still open', 'Longest, s', 'Open since, s', 'Share, %']);
  expect(rows.map((row) => row.slice(2).map(cellText))).toEqual([
    ['12', '0', '2.00', '–', '3.4'],
    ['0', '3', '14.2', '6.1', '–'],
  ]);
  expect(note).toMatch(/Still open: .* A dash for the share:/);
  // It is not known of all of them whose they are.
  const waitsOnly = { ...ANY_REQUEST, failed: true, requests: 12 };
  expect(
    NO_REPLY.of({ waitsBeside: { outside: 0, lost: 0, noReply: makeNoReply() }, waitsOnly } as unknown as RunReport, {})!.caption,
  ).toBe('Calls without a reply, of all requests');
  const [failed] = makeNoReply();
  expect(of([failed!])!.note).not.toMatch(/Still open:|A dash/);
  expect(of([])).toBeNull();
  expect(NO_REPLY.of({} as RunReport, {})).toBeNull();
});
