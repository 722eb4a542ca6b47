/** The catalogue in a made-up language: what a terminal, a report or a document says in another has not come from it. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ProgressScreen } from '../../../electron/cli/terminal.ts';
import type { EngineApi } from '../../../electron/engine/api/engine-api.ts';
import type { RunState } from '../../../shared/model/run.ts';
import type { EngineEvent } from '../../../shared/protocol/contract.ts';

vi.mock('../../../shared/words/catalogue.ts', async (original) => {
  const { bracket, MADE_UP_LOCALE: LOCALE } = await import('../../helpers/made-up-language.ts');
  const { messages } = await original<{ messages: Parameters<typeof bracket>[0] }>();
  return { LOCALE, messages: bracket(messages) };
});

const { findLoadFailure } = await import('../../../shared/analysis/failed-load.ts');
const { formatFailure } = await import('../../../electron/cli/print/print-failure.ts');
const { formatOutcome } = await import('../../../electron/cli/commands/run-command.ts');
const { announce } = await import('../../../electron/cli/commands/compare-command.ts');
const { showCompareProgress } = await import('../../../electron/cli/print/compare-progress.ts');
const { parseCondition } = await import('../../../electron/cli/flags/fail-if.ts');
const { findImpossible, judgeCondition } = await import('../../../shared/report/conditions.ts');
const { describePass } = await import('../../../electron/cli/flags/choose-run.ts');
const { formatStudies } = await import('../../../electron/cli/commands/demo-command.ts');
const { formatComparison } = await import('../../../electron/cli/print/print-comparison.ts');
const { formatPrivateFacts } = await import('../../../electron/cli/print/print-private.ts');
const { formatRun, formatReport } = await import('../../../electron/cli/print/print-report.ts');
const { makeProgram } = await import('../../../electron/cli/program.ts');
const { showProgress } = await import('../../../electron/cli/print/progress.ts');
const { describeComparison } = await import('../../../electron/engine/experiments/compare/comparison-info.ts');
const { bundledStudies } = await import('../../../electron/engine/studies/load-studies.ts');
const { failedReport } = await import('../../../shared/report/failed-report.ts');
const { formatRunMarkdown } = await import('../../../shared/report/run-report.ts');
const { computeWarnings } = await import('../../../shared/derive/warnings.ts');
const { ROOT_NAME } = await import('../../../shared/model/profile/frame-kind.ts');
const { KEY_PATH } = await import('../../../shared/protocol/http.ts');
const { formatWeight, weightUnit } = await import('../../../shared/format/weights.ts');
const { hasLoad } = await import('../../../shared/model/report.ts');
const { said } = await import('../../../shared/words/en/said.ts');
const { toDocument } = await import('../../../shared/report/report-document.ts');
const { wordSaid } = await import('../../../shared/format/word-said.ts');
const { makeEngine, unwrap } = await import('../../helpers/comparisons.ts');
const { foreignTo, MADE_UP_LOCALE, outside } = await import('../../helpers/made-up-language.ts');
const { makeComparison } = await import('../../helpers/fake-comparison.ts');
const { openDoor } = await import('../../helpers/open-door.ts');
const { reportInput, syntheticRun } = await import('../../helpers/report-input.ts');
const { temporaryFolder } = await import('../../helpers/session-dir.ts');
const { makeReport } = await import('../shared/analysis/runs.ts');

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

test('warnings of a run on the terminal, in a report and in the JSON document', async () => {
  const warnings = computeWarnings(troubled);
  expect(warnings.length).toBeGreaterThan(7);
  expect(warnings.map(wordSaid).map(outside)).toEqual(warnings.map(() => ''));
  const notes = formatRun({ ...troubled, warnings }, []).split('\n\n');
  expect(notes.map(outside)).toEqual(warnings.map(() => ''));
  const input = await reportInput(syntheticRun());
  const listed = formatRunMarkdown({ ...input, run: { ...input.run, warnings } }).matchAll(/^- (⟦.*)$/gm);
  expect([...listed].map(([, line]) => outside(line!))).toEqual(warnings.map(() => ''));
  const { runs } = toDocument({ ...failedReport(findLoadFailure(broken)!), runs: [{ ...troubled, warnings }] });
  expect(runs[0]!.warnings.map(outside)).toEqual(warnings.map(() => ''));
});

const broken = { ...troubled, latencyMs: null, ending: 'completed' };

test('a failure on the terminal and in the JSON document', () => {
  const failure = findLoadFailure(broken)!;
  expect(outside(formatFailure(failure))).toBe('');
  const document = toDocument(failedReport(failure)).failure!;
  expect([document.message, document.hint].map(outside)).toEqual(['', '']);
});

const dir = temporaryFolder();

async function openSaved(name: string) {
  const engine = makeEngine(join(dir, 'data'));
  onTestFinished(() => engine.close());
  const path = join(import.meta.dirname, `../../fixtures/sessions/${name}.loopscope`);
  const { sessionId } = unwrap(await engine.sessions.openFile(path, { remember: false }));
  const { open } = (await engine.sessions.find(sessionId)).shown;
  const facts = await engine.sessions.privateFacts(sessionId);
  return { engine, sessionId, open, report: await engine.report(sessionId, null), facts, info: await engine.sessions.info(sessionId) };
}

test('what run and show print of a saved run', async () => {
  const { report, facts } = await openSaved('format-1');
  const run = report.runs[0]!;
  const data = run.profile!.heavy;
  expect(foreignTo(data, formatReport(report))).toEqual([]);
  const part = { ...report, runs: [{ ...run, window: { fromMs: 250, toMs: 1_500 } }] };
  expect(foreignTo(data, formatOutcome(part as typeof report))).toEqual([]);
  expect(
    foreignTo(
      facts.facts.map(({ example, parts }) => [example, parts]),
      formatPrivateFacts(facts),
    ),
  ).toEqual([]);
});

test('what compare and show print of a saved comparison, and before it starts', async () => {
  const { engine, open } = await openSaved('format-2-comparison');
  if (open.kind !== 'comparison') throw new Error('it is a comparison');
  const info = describeComparison(open, null);
  const data = [info.setup.variants.map(({ title }) => title), info.differences.map(({ values }) => values)];
  expect(foreignTo(data, formatComparison(info, null))).toEqual([]);
  const passes = open.passes.map((_, index) => describePass(open, index));
  expect(passes.flatMap((pass) => foreignTo(null, pass))).toEqual([]);
  for (const pairs of [1, 10]) expect(foreignTo(null, await announce(engine, makeComparison(pairs)))).toEqual([]);
  const demos = await bundledStudies();
  expect(foreignTo(demos, formatStudies(demos))).toEqual([]);
});

test('progress', () => {
  const lines: string[] = [];
  const out: ProgressScreen = { isTerminal: true, line: (line) => lines.push(line), redraw: (line) => lines.push(line) };
  let send = (_event: EngineEvent): void => {};
  const engine = {
    onEvent: (listener: typeof send) => {
      send = listener;
      return () => {};
    },
  } as unknown as EngineApi;
  const sessionId = 'id';
  const figures = {
    done: 0.5,
    measuredMs: 5_000,
    leftMs: 5_000,
    completed: 10,
    failed: 2,
    inFlight: 1,
    blockedMs: 2_000,
    isGeneratorLimit: true,
  };
  const progress = (id: string) => send({ type: 'run.progress', sessionId: id, progress: figures } as unknown as EngineEvent);
  const comparison = makeComparison();
  const { setup } = comparison.variants[0]!;
  showProgress(engine, setup, out);
  for (const state of ['waiting', 'warming', 'measuring', 'stopping', 'done', 'failed'] satisfies RunState[]) {
    send({ type: 'run.state', sessionId, state, question: { urls: ['one', 'two'] } } as unknown as EngineEvent);
    progress(sessionId);
  }
  const passes = (['measured', 'profiled'] as const).map((kind) => ({ kind, variant: 0, round: 0 }));
  showCompareProgress(engine, comparison, () => passes, out);
  for (const running of passes.keys()) {
    send({ type: 'compare.progress', sessionId, running, leftMs: 5_000 } as unknown as EngineEvent);
    progress(`${sessionId}#${running}`);
  }
  expect(lines.length).toBeGreaterThan(16);
  expect(lines.flatMap((line) => foreignTo(null, line))).toEqual([]);
});

test.each(['format-1', 'format-2-comparison'])('a report of %s, as Markdown and as HTML', async (name) => {
  const { engine, sessionId, open, report, info } = await openSaved(name);
  if (open.kind === 'services') throw new Error(open.kind);
  const { notes } = open.kind === 'comparison' ? open : open.recording;
  const setups = open.kind === 'comparison' ? open.setup.variants : [open.recording.header?.setup];
  // Names of frames and of errors are Node's; a session of an earlier format has its warnings in words.
  const runs = report.runs
    .filter(hasLoad)
    .map(({ target, profile, errors, warnings }) => [target, profile?.heavy, Object.keys(errors), warnings]);
  const data = [info.name, notes, setups, runs, ROOT_NAME];
  for (const format of ['markdown', 'html'] as const) {
    const { text } = unwrap(await engine.sessions.export(sessionId, format));
    if (format === 'html') expect(text).toContain(`<html lang="${MADE_UP_LOCALE}">`);
    // Of a page, what is read: texts, and what stands in for a picture.
    const read = text
      .replace(/<(style|title)>[\s\S]*?<\/\1>/g, '')
      // Names of frames that are cut short.
      .replace(/<text[^>]*>[^<]*…<\/text>/g, ' ')
      .replace(/<[^>]*?(?:aria-label|title)="([^"]*)"[^>]*>/g, ' $1 ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/&\w+;/g, ' ');
    expect(foreignTo(data, (format === 'html' ? read : text).replace(/loopscope run .*/g, ''))).toEqual([]);
  }
});

test('the help of every command', async () => {
  const program = await makeProgram();
  const names = ['scriptB', 'scriptF', ...namesIn(program)];
  for (const command of [program, ...program.commands]) expect(foreignTo(names, command.helpInformation())).toEqual([]);
});

/** What is typed: commands, their arguments and their flags. */
function namesIn(command: Command): string[] {
  const { commands, options, registeredArguments } = command;
  const flags = command.createHelp().visibleOptions(command);
  return [
    command.name(),
    ...[...options, ...flags].map((option) => option.flags),
    ...registeredArguments.map((argument) => argument.name()),
    ...commands.flatMap(namesIn),
  ];
}

test.each([
  'nothing',
  'ru',
  '--nothing',
  'run',
  'run --ulr / server.js',
  'run server.js --connections',
  'run server.js --connections many',
  'run server.js --method made-up',
  'run server.js --client made-up',
  'run server.js --capture made-up',
  'run server.js --arrivals made-up',
  'run server.js --fail-if much',
  'compare a.js b.js --question made-up',
  'show a.loopscope b.loopscope',
  'export a.loopscope -o b',
  'probe',
])('the error of `loopscope %s`', async (line) => {
  const program = await makeProgram();
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => said.mockRestore());
  await expect(program.parseAsync(line.split(' '), { from: 'user' })).rejects.toThrow();
  const told = said.mock.calls.join('');
  expect(told).toContain('⟦');
  expect(foreignTo([line, namesIn(program)], told)).toEqual([]);
});

test('the refusals of the HTTP server', async () => {
  const door = await openDoor();
  const from = (path: string, init?: RequestInit) => fetch(`http://${door.host}${path}`, init);
  const own = { Origin: `http://${door.host}` };
  const refused = await Promise.all([
    from('/nothing'),
    from('/nothing', { method: 'PUT' }),
    from('/', { headers: { 'Sec-Fetch-Site': 'cross-site' } }),
    from(KEY_PATH),
    from(KEY_PATH, { method: 'POST' }),
    from(KEY_PATH, { method: 'POST', headers: own }),
    from('/download/known'),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([404, 405, 403, 401, 403, 400, 401]);
  const told = await Promise.all(refused.map((response) => response.text()));
  expect(told.map(outside)).toEqual(told.map(() => ''));
});

test('weights that are counts', () => {
  const told = (['samples', 'ticks'] as const).flatMap((unit) => [weightUnit(unit), formatWeight(2, unit)]);
  expect(told.map(outside)).toEqual(told.map(() => ''));
});

test('what --fail-if says of a condition', () => {
  const refusals = ['p99', 'size slower', 'spread slower', 'size > 1', 'p99 > 1MB'].map((typed) => {
    try {
      return parseCondition(typed) && 'taken';
    } catch (error) {
      return (error as Error).message;
    }
  });
  const condition = parseCondition('p99 slower');
  const six = { pairs: 10, question: 'p50', variants: Array(6).fill(null) } as const;
  const impossible = [1, 10].map((pairs) => findImpossible(condition, { ...six, pairs })!);
  const unjudged = [[], [healthy]].map((runs) => judgeCondition(condition, { runs, verdicts: [] }));
  const told = [...refusals, ...impossible, ...unjudged.map((one) => ('why' in one ? one.why : one.kind))];
  expect(told.map(outside)).toEqual(told.map(() => ''));
});
