/** What requests waited for longest, by peer: three lines of the brief report. */
import { beforeAll, expect, test } from 'vitest';
import type { PeerWaits, RunReport } from '../../../../shared/model/report.ts';
import { formatRunBrief } from '../../../../shared/report/brief.ts';
import type { RunReportInput } from '../../../../shared/report/run-report.ts';
import { cellText } from '../../../../shared/report/table.ts';
import { waitsByPeerTable } from '../../../../shared/report/tables/waits-by-peer.ts';
import { makeWaitsByPeer } from '../../../helpers/fake-data.ts';
import { reportInput, syntheticRun } from '../../../helpers/report-input.ts';

let input: RunReportInput & { readonly run: RunReport };

beforeAll(async () => {
  input = await reportInput(syntheticRun());
});

const [PEER] = makeWaitsByPeer();
/** All calls took as long, and were as long in line. */
function peerOf(
  calls: number,
  perRequest: number | null,
  tookMs: number,
  line: { readonly ms: number; readonly of: number } | null,
): PeerWaits {
  const all = { ...PEER!.inProgressMs, count: calls, mean: tookMs, percentiles: { '50': tookMs }, weak: [] };
  const inLineMs = line && { ...all, count: line.of, mean: line.ms, max: line.ms };
  return { ...PEER!, calls, perRequest, inProgressMs: all, inLineMs };
}
const cells = (...waitsByPeer: readonly PeerWaits[]) => waitsByPeerTable({ waitsByPeer })!.rows.map((row) => row.slice(1).map(cellText));

test('how long one took, and how long a request was in line and in progress on average', () => {
  expect(cells(peerOf(200, 2, 12, { ms: 30, of: 200 }), peerOf(50, 0.5, 4, { ms: 0, of: 50 }))).toEqual([
    ['2.00', '12.0', '60.0', '24.0', '10 of ?'],
    ['0.500', '4.00', '0', '2.00', '10'],
  ]);
  expect(waitsByPeerTable({ waitsByPeer: [peerOf(2, 1, 1, { ms: 0, of: 2 })] })!.note).not.toContain('not known');
});

test('where it is not known of some calls how long they were in line, it is at least so much; where of none, a dash', () => {
  expect(cells(peerOf(200, 2, 12, { ms: 30, of: 100 }), peerOf(50, 0.5, 4, null)).map((row) => row[2])).toEqual(['≥ 30.0', '–']);
  expect(waitsByPeerTable({ waitsByPeer: [peerOf(50, 0.5, 4, null)] })!.note).toContain(
    'not known of all calls how long they were in line',
  );
});

test('where no request ended there is nothing per request', () => {
  expect(cells(peerOf(200, null, 12, { ms: 30, of: 200 }))).toEqual([['–', '12.0', '–', '–', '10 of ?']]);
});

test('calls that were not recorded are said', () => {
  const waitsByPeer = [peerOf(2, 1, 1, null)];
  expect(waitsByPeerTable({ waitsByPeer, waitsBeside: { outside: 0, lost: 3_000 } })!.note).toContain('3,000 calls were not recorded.');
});

test('the brief report has the first three, and nothing where nothing was waited for', () => {
  const briefOf = (more: Partial<RunReport>) => formatRunBrief({ ...input, run: { ...input.run, ...more } });
  const waitsByPeer = ['a', 'b', 'c', 'd'].map((to) => ({ ...PEER!, to }));
  const brief = briefOf({ waits: [], waitsByPeer });
  expect(brief).toContain('**What requests waited for longest**');
  expect(brief.match(/^\| [a-d] \|/gm)).toEqual(['| a |', '| b |', '| c |']);
  expect(brief).toContain('The first 3 of 4.');
  for (const none of [{ waits: [], waitsByPeer: [] }, { waits: null }, {}]) expect(briefOf(none)).not.toMatch(/waited for|--no-waits/);
  expect(briefOf({ waits: null, waitsOff: true })).toContain('it was switched off (--no-waits)');
});
