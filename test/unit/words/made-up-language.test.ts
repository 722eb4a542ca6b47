/**
 * The catalogue in a language made up for the test, English between brackets: whatever is said on a terminal, in a report or in a document
 * about failures and warnings and stands outside brackets has not come from the catalogue.
 */
import { expect, test, vi } from 'vitest';

vi.mock('../../../shared/words/en.ts', async (original) => {
  const bracket = (tree: unknown): unknown =>
    typeof tree === 'string'
      ? `⟦${tree}⟧`
      : Object.fromEntries(Object.entries(tree as object).map(([key, inner]) => [key, bracket(inner)]));
  const { en } = await original<{ en: object }>();
  return { en: bracket(en) };
});

const { findLoadFailure } = await import('../../../shared/analysis/failed-load.ts');
const { formatFailure } = await import('../../../electron/cli/run-command.ts');
const { formatRun } = await import('../../../electron/cli/print-report.ts');
const { failedReport } = await import('../../../electron/engine/api/engine.ts');
const { formatRunMarkdown } = await import('../../../shared/report/run-report.ts');
const { computeWarnings } = await import('../../../shared/session/warnings.ts');
const { said } = await import('../../../shared/words/en/said.ts');
const { toDocument } = await import('../../../shared/words/report-document.ts');
const { wordSaid } = await import('../../../shared/words/word-said.ts');
const { reportInput, syntheticRun } = await import('../../helpers/report-input.ts');
const { makeReport } = await import('../analysis/runs.ts');

/** What is left when all that comes from the catalogue is taken away, the innermost first. */
function outside(text: string): string {
  const without = text.replace(/⟦[^⟦⟧]*⟧/g, '');
  return without === text ? text.trim() : outside(without);
}

const keys = Object.entries(said).flatMap(([area, texts]) =>
  Object.entries(texts).map(([name, text]) => [`${area}.${name}`, text] as const),
);

test.each(keys)('%s is worded from the catalogue', (key, text) => {
  const params = Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, name]) => [name!, 2]));
  const worded = wordSaid({ key, params });
  expect(outside(worded)).toBe('');
  expect(worded.includes('does not know')).toBe(key === 'list.unknown');
});

const healthy = makeReport();
const percent = (mean: number) => ({ mean, max: mean });
/** All that a run can be warned of at once. */
const troubled = {
  ...healthy,
  ending: 'stopped',
  requests: { ...healthy.requests, failed: 500, unexpected: 300 },
  errors: { TIMEOUT: 499, 'made up': 1 },
  status: { ...healthy.status, '404': 200, '599': 100 },
  steadiness: { label: 'falling' as const, spreadPercent: 12, warmupMs: null },
  generator: { cpuPercent: 99, latenessMs: null, limited: true },
  target: { ...healthy.target, agent: false },
  machine: { cores: 2, foreignPercent: percent(90), stealPercent: percent(40), generatorPercent: percent(99), clockGapMs: 5_000 },
  server: [{ ...healthy.server[0]!, cpuPercent: percent(190), elu: percent(0.9), otherThreadsPercent: 90 }],
};

test('warnings of a run, on the terminal, in a report and in the document', async () => {
  const warnings = computeWarnings(troubled);
  expect(warnings.length).toBeGreaterThan(7);
  expect(warnings.map(wordSaid).map(outside)).toEqual(warnings.map(() => ''));
  const notes = formatRun({ ...troubled, warnings }, []).split('\n\n');
  expect(notes.map(outside)).toEqual(warnings.map(() => 'Note:'));
  const input = await reportInput(syntheticRun());
  const listed = formatRunMarkdown({ ...input, run: { ...input.run, warnings } }).matchAll(/^- (⟦.*)$/gm);
  expect([...listed].map(([, line]) => outside(line!))).toEqual(warnings.map(() => ''));
  const { runs } = toDocument({ ...failedReport(findLoadFailure(broken)!), runs: [{ ...troubled, warnings }] });
  expect(runs[0]!.warnings.map(outside)).toEqual(warnings.map(() => ''));
});

const broken = { ...troubled, latencyMs: null, ending: 'completed' };

test('a failure, on the terminal and in the document', () => {
  const failure = findLoadFailure(broken)!;
  expect(outside(formatFailure(failure))).toBe('error:');
  const document = toDocument(failedReport(failure)).failure!;
  expect([document.message, document.hint].map(outside)).toEqual(['', '']);
});
