/** A search for the highest rate in the document of `--json`. */
import type { PerSecond, Seconds } from '../base/units.ts';
import type { GaveWay, LimitJudgement, LimitReport, LimitTimes, LimitWord } from '../model/limit.ts';
import { writeBound, writeQuestion } from '../model/load/limit-question.ts';

export interface LimitDocument {
  readonly question: string;
  readonly budgetS: Seconds;
  /** Null: it goes on. */
  readonly verdict: LimitWord | null;
  /** `rate`: what is stated; `at`: the highest rate that held each time; `times` of `of` times. Null: none. */
  readonly held: (LimitTimes & { readonly at: PerSecond }) | null;
  readonly broke: LimitTimes | null;
  readonly mixed: readonly LimitTimes[];
  /** What `broke` was broken by; `generator`: the load process was full. Null: nothing broke. */
  readonly by: 'latency' | 'errors' | 'generator' | null;
  /** The bound that was broken; null: none, but requests came faster than responses. */
  readonly bound: string | null;
  readonly request: string | null;
  readonly resource: GaveWay['resource'] | 'load process' | null;
  readonly gaveWay: GaveWay | null;
  readonly levels: readonly LevelDocument[];
}

interface LevelDocument {
  readonly rate: PerSecond;
  /** Whether it came too late to tell: null. */
  readonly held: boolean | null;
  readonly because: 'latency' | 'errors' | 'queue' | null;
  readonly from: Seconds;
  readonly holdS: Seconds;
  readonly drainS: Seconds;
  readonly came: number;
  readonly wrong: number;
  readonly givenUp: number;
  /** By bound, in milliseconds or percent. */
  readonly values: readonly (number | null)[];
  readonly behind: number;
}

export function toLimitDocument(limit: LimitReport): LimitDocument {
  const { question, budgetS, soFar, verdict, levels, gaveWay, request } = limit;
  const { held, broke, mixed, because } = soFar;
  const broken = [...levels].reverse().find((level) => level.rate === broke?.rate && level.held === 'not held');
  const reason = broken?.because ?? null;
  const of = (one: typeof reason): LevelDocument['because'] => {
    if (one === null || one.by === 'queue') return one === null ? null : 'queue';
    return question.bounds[one.nth]!.of === 'errors' ? 'errors' : 'latency';
  };
  const by = because === null ? null : because.by === 'generator' ? 'generator' : of(reason) === 'errors' ? 'errors' : 'latency';
  return {
    ...{ question: writeQuestion(question), budgetS, verdict: verdict === null ? null : verdict.word, held, broke, mixed, by },
    bound: because?.by === 'generator' || reason?.by !== 'bound' ? null : writeBound(question.bounds[reason.nth]!),
    request,
    resource: because?.by === 'generator' ? 'load process' : (gaveWay?.resource ?? null),
    gaveWay,
    levels: levels.map((level) => ({
      ...{
        rate: level.rate,
        held: HELD[level.held],
        because: of(level.because),
        from: level.from,
        holdS: level.holdS,
        drainS: level.drainS,
      },
      ...{
        came: level.came,
        wrong: level.wrong,
        givenUp: level.givenUp,
        values: level.counts.map(({ value }) => value),
        behind: level.behind,
      },
    })),
  };
}

const HELD: Readonly<Record<LimitJudgement, boolean | null>> = { held: true, 'not held': false, unknown: null };
