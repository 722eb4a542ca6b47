/** How many calls to other servers were under way at a time: all of them by peer, and of one peer with how many it allows. Pure. */
import { formatSignificant } from '../format/figures.ts';
import type { WaitSeriesColumns } from '../model/series.ts';
import type { Span, Values } from './chart-lines.ts';
import { line, PLAIN, type SeriesChart, type SeriesLine } from './run-charts.ts';

/** More could not be told apart by their colours. */
const MOST_PEERS = 5;
/** Of each there is a chart: those with most time in line. */
const MOST_POOLS = 3;
/** Of the time of calls: with less in line, which takes a moment by itself, nobody waits there. */
const LEAST_IN_LINE = 0.01;

/** Those beside each other differ in lightness, too. */
const PEER_COLORS = ['wait', 'lateness', 'launched-next', 'service', 'launched'] as const;

interface PeerLines {
  /** Null: all others together. */
  readonly to: string | null;
  readonly limit: number | null;
  readonly progress: Values;
  readonly line: Values;
}

/** None: requests waited for nothing that is seen. */
export function waitCharts(series: WaitSeriesColumns, measuredMs: number): SeriesChart[] {
  const peers = peersOf(series);
  const [first] = peers;
  if (first === undefined) return [];
  const spans = spansOf(first.progress.length, series.meta.bucketMs / 1_000, measuredMs / 1_000);
  const base = { ...PLAIN, unit: 'calls' as const, x: spans.map(({ from, to }) => (from + to) / 2), spans, format: formatSignificant };
  const pools = peers
    .filter((peer) => peer.to !== null && (limitOf(peer) !== null || isInLine(peer)))
    .sort((a, b) => sumOf(b.line) - sumOf(a.line))
    .slice(0, MOST_POOLS);
  return [
    { ...base, id: 'waits', lines: stackOf(peers) },
    ...pools.map((peer): SeriesChart => ({ ...base, id: 'pool', peer: peer.to!, lines: poolOf(peer) })),
  ];
}

function peersOf({ meta: { peers }, progress, line }: WaitSeriesColumns): PeerLines[] {
  const buckets = peers.length === 0 ? 0 : progress.length / peers.length;
  const pick = (column: Float64Array, peer: number): Values =>
    Array.from({ length: buckets }, (_, bucket) => {
      const value = column[bucket * peers.length + peer]!;
      return Number.isNaN(value) ? null : value;
    });
  return peers.map(({ to, limit }, peer) => ({ to, limit, progress: pick(progress, peer), line: pick(line, peer) }));
}

function spansOf(buckets: number, bucketS: number, measuredS: number): Span[] {
  return Array.from({ length: buckets }, (_, bucket) => ({
    from: bucket * bucketS,
    to: Math.max(bucket * bucketS, Math.min(measuredS, (bucket + 1) * bucketS)),
  }));
}

/** In progress, the largest peers at the bottom; above them what is in line, for whichever. */
function stackOf(peers: readonly PeerLines[]): SeriesLine[] {
  const named = peers.filter(({ to }) => to !== null).slice(0, MOST_PEERS);
  const rest = peers.filter((peer) => !named.includes(peer));
  const inLine = addUp(peers.map((peer) => peer.line));
  return [
    ...named.map(({ to, progress }, nth) => line(`peer ${nth}`, PEER_COLORS[nth]!, progress, { shape: 'stack', peer: to! })),
    ...(rest.length === 0 ? [] : [line('otherPeers', 'inflight', addUp(rest.map(({ progress }) => progress)), { shape: 'stack' })]),
    ...(sumOf(inLine) > 0 ? [lineInLine(inLine)] : []),
  ];
}

function poolOf(peer: PeerLines): SeriesLine[] {
  const limit = limitOf(peer);
  const allowed = peer.progress.map((value) => (value === null ? null : limit));
  return [
    line('inProgress', 'wait', peer.progress, { shape: 'stack' }),
    lineInLine(peer.line),
    ...(limit === null ? [] : [line('limit', 'offered', allowed, { shape: 'steps' })]),
  ];
}

const lineInLine = (values: Values): SeriesLine => line('inLine', 'wait-line', values, { shape: 'stack', isHatched: true });

/** Null where there were more: then several agents or pools have one each. */
function limitOf({ limit, progress }: PeerLines): number | null {
  return limit === null || progress.some((value) => value !== null && value > limit) ? null : limit;
}

function isInLine({ line: inLine, progress }: PeerLines): boolean {
  return sumOf(inLine) >= LEAST_IN_LINE * (sumOf(inLine) + sumOf(progress)) && sumOf(inLine) > 0;
}

const sumOf = (values: Values): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

function addUp(all: readonly Values[]): Values {
  return (all[0] ?? []).map((_, at) => {
    const values = all.map((one) => one[at]!);
    return values.some((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  });
}
