/** The document that `--json` prints and the JSON export writes: a report with its messages in words, for programs and people without the catalogue. */

import { type WordedFailure, wordExclusion, wordFailure, wordSaid } from '../format/word-said.ts';
import type { Verdict } from '../model/comparison/comparison.ts';
import type { GridCell } from '../model/comparison/grid.ts';
import {
  type AnyRunReport,
  type ExternalReport,
  type Finding,
  hasLoad,
  isExternal,
  type ProfileReport,
  type Report,
  type ReportedService,
  type ReportedStudy,
  type RunReport,
} from '../model/report.ts';
import { tellGrid } from '../phrases/grid.ts';
import { tellHeadline } from '../phrases/headline.ts';
import { tellDifferentLoad } from '../phrases/load-difference.ts';
import { answerOf } from '../phrases/probe.ts';
import { type AnswerPart, computeAnswer, computeAnswerOfCommand, tellAnswer } from '../rules/answer.ts';
import { toExternalReport } from '../session/external-report.ts';
import { externalAnswer } from './external-answer.ts';
import { heapAnswer } from './heap-answer.ts';
import { type LeakDocument, toLeakDocument } from './leak-document.ts';
import { type LimitDocument, toLimitDocument } from './limit-document.ts';
import { profileAnswer } from './profile-answer.ts';
import { sayTruth } from './services.ts';

type WordedRun<Run> = Omit<Run, 'warnings' | 'excluded'> & { readonly warnings: readonly string[]; readonly excluded: string | null };

export type ReportDocument = Omit<Report, 'failure' | 'runs' | 'comparison' | 'grid' | 'findings' | 'study'> & {
  readonly study: ReportedStudy | null;
  readonly findings: readonly WordedFinding[];
  readonly failure: WordedFailure | null;
  /** The sentences that a result begins with; without a run there are none. */
  readonly answer: readonly Sentence[];
  /** What `answer` describes, where a route, a thread, a process or some requests are chosen, which it does not follow. Absent: what the rest does. */
  readonly answerOf?: 'run' | 'window';
  /** Present: the run looked for a leak. */
  readonly leak?: LeakDocument;
  /** Present: the run searched for the highest rate that holds. */
  readonly limit?: LimitDocument;
  readonly runs: readonly (WordedRun<RunReport> | WordedRun<ProfileReport> | WordedRun<ExternalReport>)[];
  readonly comparison?: Omit<NonNullable<Report['comparison']>, 'warnings' | 'reasons'> & { readonly warnings: readonly string[] };
  readonly grid?: Omit<NonNullable<Report['grid']>, 'cells' | 'warnings'> & {
    readonly cells: readonly WordedCell[];
    readonly warnings: readonly string[];
  };
};

/** `evidence`: `text` is the key of the figure. */
interface WordedFinding extends Pick<Finding, 'id' | 'severity'> {
  readonly title: string;
  readonly evidence: readonly { readonly text: string; readonly value: number; readonly unit: string }[];
  /** Null: nothing that is known to help. */
  readonly advice: string | null;
  /** The command of what to measure next. Null: nothing. */
  readonly experiment: string | null;
}

type WordedCell = Omit<GridCell, 'why' | 'warnings'> & { readonly why: string | null; readonly warnings?: readonly string[] };

interface Sentence {
  /** Of a comparison: under what different load the variants ran; the verdict about one; what it stands on and what else is known. */
  readonly code: AnswerPart['kind'] | 'grid' | 'services' | 'profile' | 'load' | 'heap' | 'different-load' | 'verdict' | 'verdict-basis';
  /** Which variant a verdict is about. */
  readonly variant?: string;
  readonly text: string;
}

interface DocumentOptions {
  /** With the intervals of percentiles, which are there on request. */
  readonly intervals?: boolean;
  /** Less than what the answer describes is chosen. */
  readonly isOfPart?: boolean;
}

/** `whole`: what the answer is about, where `report` is of one process: the responses come from all. */
export function toDocument(report: Report, whole = report, { intervals = false, isOfPart = false }: DocumentOptions = {}): ReportDocument {
  const { failure, runs, comparison, grid, findings, study = null, ...rest } = report;
  const worded = failure && wordFailure(failure);
  return {
    ...rest,
    answer: answerTo(whole),
    ...(isOfPart ? { answerOf: whole.runs[0]?.window ? ('window' as const) : ('run' as const) } : {}),
    findings: findings.map(({ id, severity, says, evidence, advice, experiment }) => ({
      ...{ id, severity, title: plain(wordSaid(says)) },
      evidence: evidence.map(({ name, value, unit }) => ({ text: name, value, unit })),
      advice: advice === undefined ? null : plain(wordSaid(advice)),
      experiment: experiment === undefined ? null : experiment.command,
    })),
    study,
    ...leakOf(runs),
    ...limitOf(runs),
    failure: worded && { ...worded, message: plain(worded.message), hint: plain(worded.hint) },
    runs: runs.map((run) => {
      if (!hasLoad(run)) return isExternal(run) ? wordRun(run) : wordRun(run);
      const { leak: _ofItsOwn, limit: _too, ...whole } = run;
      const { latencyIntervalsMs: _, ...others } = whole;
      return wordRun(intervals ? whole : others);
    }),
    ...(comparison === undefined ? {} : { comparison: wordComparison(comparison) }),
    ...(grid === undefined
      ? {}
      : {
          grid: {
            ...grid,
            cells: grid.cells.map(({ warnings, ...cell }) => ({
              ...cell,
              why: cell.why && plain(wordExclusion(cell.why)),
              ...(warnings === undefined ? {} : { warnings: warnings.map((said) => plain(wordSaid(said))) }),
            })),
            warnings: grid.warnings.map(wordSaid),
          },
        }),
  };
}

function leakOf([run]: Report['runs']): Pick<ReportDocument, 'leak'> {
  return run !== undefined && hasLoad(run) && run.leak !== undefined ? { leak: toLeakDocument(run.leak) } : {};
}

function limitOf([run]: Report['runs']): Pick<ReportDocument, 'limit'> {
  return run !== undefined && hasLoad(run) && run.limit !== undefined ? { limit: toLimitDocument(run.limit) } : {};
}

function answerTo({ comparison, grid, services, runs, verdicts }: Report): readonly Sentence[] {
  if (services !== undefined) return services.flatMap(answerOfService);
  if (grid !== undefined) return [{ code: 'grid', text: plain(tellGrid(grid.cells)) }];
  if (comparison !== undefined) return answerOfComparison(comparison, verdicts);
  const [run, ...others] = runs;
  if (run === undefined || others.length > 0) return [];
  if (isExternal(run)) return leadAndRest('load', externalAnswer(run));
  if (!hasLoad(run))
    return run.snapshot === undefined ? leadAndRest('profile', profileAnswer(run)) : leadAndRest('heap', heapAnswer(run.snapshot));
  const parts = run.byCommand === undefined ? computeAnswer(run) : computeAnswerOfCommand(run);
  return [
    ...parts.map((part) => ({ code: part.kind, text: plain(tellAnswer(part)) })),
    ...(run.byCommand == null ? [] : leadAndRest('load', externalAnswer(toExternalReport(run, run.byCommand)))),
  ];
}

/** What a file of another tool shows, or the output of a load command, as it stands at the head of the result. */
function leadAndRest(code: 'load' | 'profile' | 'heap', { lead, rest }: { readonly lead: string; readonly rest: string }): Sentence[] {
  return [lead, rest].filter((one) => one !== '').map((one) => ({ code, text: plain(one) }));
}

function answerOfService({ name, truth, probe }: ReportedService): Sentence[] {
  return [sayTruth(name, truth), ...(probe === null ? [] : answerOf(probe))].map((one) => ({ code: 'services', text: plain(one) }));
}

function answerOfComparison(comparison: NonNullable<Report['comparison']>, verdicts: readonly Verdict[]): Sentence[] {
  const { warnings, variants } = comparison;
  const load = tellDifferentLoad(warnings);
  const about = variants.slice(1).flatMap(({ variant }) => {
    const own = verdicts.filter(({ b }) => b === variant);
    const { lead, rest } = tellHeadline(own, variant, { ...comparison, setup: comparison, isOver: true });
    return [
      { code: 'verdict' as const, variant, text: plain(lead) },
      ...rest.map((text) => ({ code: 'verdict-basis' as const, variant, text: plain(text) })),
    ];
  });
  return load === null ? about : [{ code: 'different-load', text: plain(load) }, ...about];
}

/** Reasons are in the answer. */
function wordComparison({
  reasons: _,
  warnings,
  ...comparison
}: NonNullable<Report['comparison']>): NonNullable<ReportDocument['comparison']> {
  return { ...comparison, warnings: warnings.map(wordSaid) };
}

function wordRun<Run extends AnyRunReport>(run: Run): WordedRun<Run> {
  return { ...run, warnings: run.warnings.map(wordSaid), excluded: run.excluded && wordExclusion(run.excluded) };
}

/** Whoever searches the text types a plain space. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}
