/** The document that `--json` prints and the JSON export writes: a report with its messages in words, for programs and people without the catalogue. */
import { type AnswerPart, computeAnswer } from '../analysis/answer.ts';
import { hasLoad, type ProfileReport, type Report, type RunReport } from '../model/report.ts';
import { tellAnswer } from './answer.ts';
import { type WordedFailure, wordExclusion, wordFailure, wordSaid } from './word-said.ts';

type WordedRun<Run> = Omit<Run, 'warnings' | 'excluded'> & { readonly warnings: readonly string[]; readonly excluded: string | null };

export type ReportDocument = Omit<Report, 'failure' | 'runs' | 'comparison'> & {
  readonly failure: WordedFailure | null;
  /** The sentences that a result begins with; of a comparison, and without a run, there are none. */
  readonly answer: readonly { readonly code: AnswerPart['kind']; readonly text: string }[];
  readonly runs: readonly (WordedRun<RunReport> | WordedRun<ProfileReport>)[];
  readonly comparison?: Omit<NonNullable<Report['comparison']>, 'warnings'> & { readonly warnings: readonly string[] };
};

/** `whole`: what the answer is about, where `report` is of one process: the responses come from all. */
export function toDocument(report: Report, whole = report): ReportDocument {
  const { failure, runs, comparison, ...rest } = report;
  const worded = failure && wordFailure(failure);
  return {
    ...rest,
    answer: answerTo(whole),
    failure: worded && { ...worded, message: plain(worded.message), hint: plain(worded.hint) },
    runs: runs.map((run) => (hasLoad(run) ? wordRun(run) : wordRun(run))),
    ...(comparison === undefined ? {} : { comparison: { ...comparison, warnings: comparison.warnings.map(wordSaid) } }),
  };
}

function answerTo({ comparison, runs }: Report): ReportDocument['answer'] {
  const [run, ...others] = runs;
  if (comparison !== undefined || run === undefined || others.length > 0 || !hasLoad(run)) return [];
  return computeAnswer(run).map((part) => ({ code: part.kind, text: plain(tellAnswer(part)) }));
}

function wordRun<Run extends RunReport | ProfileReport>(run: Run): WordedRun<Run> {
  return { ...run, warnings: run.warnings.map(wordSaid), excluded: run.excluded && wordExclusion(run.excluded) };
}

/** Whoever searches the text types a plain space. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}
