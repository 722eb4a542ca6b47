/** The document that `--json` prints and the JSON export writes: a report with its messages in words, for programs and people without the catalogue. */
import { hasLoad, type ProfileReport, type Report, type RunReport } from '../model/report.ts';
import { type WordedFailure, wordExclusion, wordFailure, wordSaid } from './word-said.ts';

type WordedRun<Run> = Omit<Run, 'warnings' | 'excluded'> & { readonly warnings: readonly string[]; readonly excluded: string | null };

export type ReportDocument = Omit<Report, 'failure' | 'runs' | 'comparison'> & {
  readonly failure: WordedFailure | null;
  readonly runs: readonly (WordedRun<RunReport> | WordedRun<ProfileReport>)[];
  readonly comparison?: Omit<NonNullable<Report['comparison']>, 'warnings'> & { readonly warnings: readonly string[] };
};

export function toDocument(report: Report): ReportDocument {
  const { failure, runs, comparison, ...rest } = report;
  const worded = failure && wordFailure(failure);
  return {
    ...rest,
    failure: worded && { ...worded, message: plain(worded.message), hint: plain(worded.hint) },
    runs: runs.map((run) => (hasLoad(run) ? wordRun(run) : wordRun(run))),
    ...(comparison === undefined ? {} : { comparison: { ...comparison, warnings: comparison.warnings.map(wordSaid) } }),
  };
}

function wordRun<Run extends RunReport | ProfileReport>(run: Run): WordedRun<Run> {
  return { ...run, warnings: run.warnings.map(wordSaid), excluded: run.excluded && wordExclusion(run.excluded) };
}

/** Whoever searches the text types a plain space. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}
