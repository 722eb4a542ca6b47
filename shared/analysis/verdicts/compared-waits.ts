/**
 * Waits of variants against the first, peer by peer. The data are those of every verdict: one number for each run, pair by pair; here what a run waited for, divided by
 * the requests that got a response. Differences are in milliseconds, so that they can be set against that in latency, and not in percent, as a peer may be
 * asked in one variant only.
 *
 * They are a family of their own, as those by request are (`by-request.ts`): what explains a difference must not make it harder to find.
 */
import { groupBy } from '../../base/group-by.ts';
import { computePairedDifference } from '../../base/statistics/paired-difference.ts';
import { median } from '../../base/statistics/statistics.ts';
import type { ComparedDifference, ComparedWait, ComparedWaits, WaitPart, WhyNotCompared } from '../../model/comparison/compared-waits.ts';
import { type ComparisonSetup, variantLetter } from '../../model/comparison/comparison.ts';
import type { Pass } from '../../model/comparison/pass.ts';
import { PEER_KINDS, type PeerCalls, type PeerKind } from '../../model/peer-calls.ts';
import type { RunReport, WaitFigures } from '../../model/report.ts';
import { asksForWaits } from '../../model/setup/captures.ts';
import { lacksAgent } from '../lacks-agent.ts';
import { isByTool } from './by-tool.ts';
import { adjustByWeightedHolm } from './holm.ts';
import { countedPasses, metricOf } from './metrics.ts';
import { pairsOf, type RunPair } from './pairs.ts';

/** There are many tests: beyond as many pairs, sign flips are drawn (as by request). */
const MOST_ENUMERATED = 14;
/** Peers that a table has room for; a program that asks more has other names for the same. */
export const MOST_COMPARED_PEERS = 20;
/** Of fewer calls with a known time in line one says little of the others. */
const LEAST_KNOWN = 0.5;

type Compared = Pick<ComparisonSetup, 'variants' | 'seed'>;

/** For each request; times in milliseconds. Null: not known. */
interface Waited {
  readonly kind: PeerKind;
  readonly to: string;
  readonly calls: number;
  readonly inProgress: number;
  readonly progressIdle: number | null;
  readonly inLine: number | null;
  readonly lineIdle: number | null;
}

export function compareWaits(passes: readonly Pass[], setup: Compared): ComparedWaits {
  const counted = countedPasses(passes);
  const others = setup.variants.slice(1).map((_, index) => index + 1);
  const rows = others.flatMap((b) => {
    const pairs = pairsOf(counted, 0, b);
    const own = ofRuns(pairs, b, setup.seed);
    return byPeer([...own, ...ofProfiles(passes, b, own)]);
  });
  return {
    rows: corrected(rows),
    unknown: setup.variants.flatMap((_, variant) => whyUnknown(counted, setup, variant) ?? []),
    beside: others.map((b) => ({ b: variantLetter(b), latencyMs: latencyOf(pairsOf(counted, 0, b), setup.seed) })),
  };
}

function latencyOf(pairs: readonly RunPair[], seed: number): ComparedDifference | null {
  const known = pairs.flatMap(({ left, right }) => {
    const [a, b] = [metricOf(left, 'mean'), metricOf(right, 'mean')];
    return a === null || b === null ? [] : [b - a];
  });
  if (known.length === 0) return null;
  const { p: _, ...difference } = differenceOf(known, seed);
  return difference;
}

function differenceOf(differences: readonly number[], seed: number): ComparedDifference & { readonly p: number } {
  const { estimate: difference, interval: ci, p } = computePairedDifference(differences, seed, MOST_ENUMERATED);
  return { difference, ci, p };
}

type Tested = ComparedWait & { readonly p: number | null };

/** Of runs of which it is known in both of a pair, told in the same way. */
function ofRuns(pairs: readonly RunPair[], b: number, seed: number): Tested[] {
  const known = pairs.flatMap(({ left, right }) => {
    const [a, other] = [waitedIn(left), waitedIn(right)];
    return a === null || other === null || a.from !== other.from ? [] : [{ a: a.peers, b: other.peers }];
  });
  const keys = new Map(known.flatMap((pair) => [...pair.a, ...pair.b]));
  return [...keys].flatMap(([key, { kind, to }]) => {
    const each = (of: (one: Waited) => number | null): { a: number; b: number }[] =>
      known.flatMap((pair) => {
        const [a, other] = [pair.a, pair.b].map((peers) => (peers.has(key) ? of(peers.get(key)!) : 0)) as [number | null, number | null];
        return a === null || other === null ? [] : [{ a, b: other }];
      });
    const row = (part: WaitPart, ofPart: (one: Waited) => number | null, idle: (one: Waited) => number | null): Tested[] => {
      const values = each(ofPart);
      if (values.length === 0 || values.every((one) => one.a === 0 && one.b === 0)) return [];
      const idles = each(idle);
      const { p, ...difference } = differenceOf(
        values.map((one) => one.b - one.a),
        seed,
      );
      const ofIdle =
        idles.length < values.length
          ? null
          : differenceOf(
              idles.map((one) => one.b - one.a),
              seed,
            );
      return [
        {
          ...{ a: variantLetter(0), b: variantLetter(b), kind, to, part, from: 'runs' as const },
          ...{ aValue: median(values.map((one) => one.a)), bValue: median(values.map((one) => one.b)), pairs: values.length },
          ...difference,
          whileIdle: ofIdle && { difference: ofIdle.difference, ci: ofIdle.ci },
          ...{ pHolm: null, p: part === 'calls' || values.length < 2 ? null : p },
        },
      ];
    };
    return [
      ...row(
        'calls',
        ({ calls }) => calls,
        () => null,
      ),
      ...row(
        'inProgress',
        ({ inProgress }) => inProgress,
        ({ progressIdle }) => progressIdle,
      ),
      ...row(
        'inLine',
        ({ inLine }) => inLine,
        ({ lineIdle }) => lineIdle,
      ),
    ];
  });
}

/** Lines for connections of pools, which are known only with a profile, where the runs do not tell them. */
function ofProfiles(passes: readonly Pass[], b: number, known: readonly Tested[]): Tested[] {
  const profiled = (of: number): ReadonlyMap<string, Waited> | null => {
    const pass = passes.find(
      ({ kind, variant, excluded, report }) => kind === 'profiled' && variant === of && excluded === null && report?.waits,
    );
    return pass?.report?.waits ? fromWaits(pass.report, pass.report.waits) : null;
  };
  const [left, right] = [profiled(0), profiled(b)];
  if (left === null || right === null) return [];
  const told = new Set(known.filter(({ part }) => part === 'inLine').map(keyOf));
  return [...new Map([...left, ...right])].flatMap(([key, { kind, to }]): Tested[] => {
    const [aValue, bValue] = [left, right].map((peers) => (peers.has(key) ? peers.get(key)!.inLine : 0)) as [number | null, number | null];
    if (told.has(key) || aValue === null || bValue === null || (aValue === 0 && bValue === 0)) return [];
    return [
      {
        ...{ a: variantLetter(0), b: variantLetter(b), kind, to, part: 'inLine', from: 'profiles', pairs: 1, aValue, bValue },
        ...{ difference: bValue - aValue, ci: null, whileIdle: null, pHolm: null, p: null },
      },
    ];
  });
}

const keyOf = ({ kind, to }: Pick<Waited, 'kind' | 'to'>): string => `${kind} ${to}`;

/** The one that the most time is spent on first. */
function byPeer(rows: readonly Tested[]): Tested[] {
  const peers = [...groupBy(rows, keyOf).values()];
  const timeOf = (own: readonly Tested[]): number =>
    own.reduce((sum, { part, aValue, bValue }) => sum + (part === 'calls' ? 0 : Math.max(aValue, bValue)), 0);
  return peers
    .sort((one, other) => timeOf(other) - timeOf(one))
    .slice(0, MOST_COMPARED_PEERS)
    .flat();
}

function corrected(rows: readonly Tested[]): ComparedWait[] {
  const adjusted = adjustByWeightedHolm(rows.flatMap(({ p }) => (p === null ? [] : [{ p, weight: 1 }])));
  let place = 0;
  return rows.map(({ p, ...row }) => (p === null ? row : { ...row, pHolm: adjusted[place++]! }));
}

interface WaitedBy {
  readonly from: 'peers' | 'waits';
  readonly peers: ReadonlyMap<string, Waited>;
}

/** Null: the run does not tell. */
function waitedIn(report: RunReport): WaitedBy | null {
  const { peers, waits, requests } = report;
  if (isByTool(report) || requests.completed === 0) return null;
  if (peers !== undefined) return { from: 'peers', peers: new Map(peers.map((one) => [keyOf(one), perRequest(one, requests.completed)])) };
  return waits ? { from: 'waits', peers: fromWaits(report, waits) } : null;
}

function perRequest({ kind, to, calls, ...totals }: PeerCalls, requests: number): Waited {
  const each = (total: number | null): number | null => total && total / requests;
  return {
    ...{ kind, to, calls: calls / requests, inProgress: totals.progressTotalMs / requests },
    ...{ progressIdle: totals.idleTotalMs / requests, inLine: each(totals.lineTotalMs), lineIdle: each(totals.lineIdleTotalMs) },
  };
}

/** What requests are known to have waited for. */
function fromWaits({ requests: { completed } }: RunReport, waits: readonly WaitFigures[]): ReadonlyMap<string, Waited> {
  const own = waits.filter(
    (one): one is WaitFigures & { readonly kind: PeerKind } => one.route === null && (PEER_KINDS as readonly string[]).includes(one.kind),
  );
  if (completed === 0) return new Map();
  return new Map(
    [...groupBy(own, keyOf)].map(([key, rows]) => {
      const sum = (of: (one: WaitFigures) => number): number => rows.reduce((total, one) => total + of(one), 0);
      const calls = sum((one) => one.calls);
      const lines = sum(({ inLineMs }) => inLineMs?.count ?? 0);
      const lineMs = sum(({ inLineMs }) => (inLineMs === null ? 0 : inLineMs.mean * inLineMs.count));
      return [
        key,
        {
          ...{ kind: rows[0].kind, to: rows[0].to, calls: calls / completed },
          inProgress: sum(({ inProgressMs, calls: count }) => inProgressMs.mean * count) / completed,
          // Of the others as of those of which it is known.
          inLine: lines < LEAST_KNOWN * calls ? null : ((lineMs / lines) * calls) / completed,
          ...{ progressIdle: null, lineIdle: null },
        },
      ];
    }),
  );
}

/** Null: it is known, or no run has ended. */
function whyUnknown(counted: ReturnType<typeof countedPasses>, { variants }: Compared, variant: number) {
  const reports = counted.flatMap((pass) => (pass.variant === variant ? [pass.report] : []));
  if (reports.length === 0 || reports.some((report) => waitedIn(report) !== null)) return null;
  const { tool, setup } = variants[variant]!;
  const why: WhyNotCompared =
    tool !== undefined || reports.every(isByTool)
      ? 'otherTool'
      : !asksForWaits(setup.capture)
        ? 'off'
        : reports.every(({ target }) => lacksAgent(target))
          ? 'noAgent'
          : reports.some(({ waitsUnknown }) => waitsUnknown === 'tooDear')
            ? 'tooDear'
            : 'notRecorded';
  return { variant: variantLetter(variant), why };
}
