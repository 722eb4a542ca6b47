/** Starts comparisons, and assembles them from sessions. OpenSessions holds the open ones. */

import { randomUUID } from 'node:crypto';
import { describeDifferences } from '../../../../shared/analysis/verdicts/differences.ts';
import { metricsOfLoad, modelOf } from '../../../../shared/analysis/verdicts/family.ts';
import { countedPasses } from '../../../../shared/analysis/verdicts/metrics.ts';
import { planPasses } from '../../../../shared/analysis/verdicts/order.ts';
import { estimateSensitivity } from '../../../../shared/analysis/verdicts/sensitivity.ts';
import { firstOf } from '../../../../shared/base/shorten.ts';
import { showHidden } from '../../../../shared/base/show-hidden.ts';
import type { Milliseconds } from '../../../../shared/base/units.ts';
import { clientNamed } from '../../../../shared/model/clients.ts';
import {
  type ComparisonEstimate,
  type ComparisonSetup,
  DEFAULT_EQUIVALENCE_PERCENT,
  DEFAULT_SEED,
  hasResultOfTool,
  variantLetter,
} from '../../../../shared/model/comparison/comparison.ts';
import { MOST_TITLE } from '../../../../shared/model/comparison/comparison-schema.ts';
import { DEFAULT_QUESTION, isTimedFromDue } from '../../../../shared/model/comparison/metrics.ts';
import { type Failure, FailureError, fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import { connectionsOf, hasSchedule, isSearch, paceOf } from '../../../../shared/model/load-models.ts';
import { isFinal } from '../../../../shared/model/run.ts';
import { isAlone, isOnlyAlive, NO_CAPTURE } from '../../../../shared/model/setup/captures.ts';
import { hasRedacted, withoutNumbers } from '../../../../shared/model/setup/hidden.ts';
import { findSetting, readSetting } from '../../../../shared/model/setup/settings-list.ts';
import { DEFAULT_SETUP, type Setup } from '../../../../shared/model/setup/setup.ts';
import { shortSubject, subjectOf } from '../../../../shared/model/setup/subject.ts';
import { titleVariants } from '../../../../shared/phrases/variant-titles.ts';
import { redactDocument } from '../../../../shared/privacy/redact-document.ts';
import { createRedaction, type Redaction } from '../../../../shared/privacy/redaction.ts';
import type { EngineEvent } from '../../../../shared/protocol/contract.ts';
import type { ComparisonHeader } from '../../../../shared/session/format.ts';
import { say } from '../../../../shared/words/said.ts';
import { describeEnvironment } from '../../machine/environment.ts';
import { chooseNode } from '../../machine/find-nodes.ts';
import { inTurn } from '../../machine/machine-lock.ts';
import { Comparison, type PassSource } from '../../sessions/comparison.ts';
import { startComparisonFolder } from '../../sessions/comparison-file.ts';
import { settingsOf } from '../../sessions/known-settings.ts';
import type { Library } from '../../sessions/library.ts';
import { describeNoise, foretell, type Noise, pickNoise } from '../../sessions/noise.ts';
import type { OpenSession } from '../../sessions/open-session.ts';
import { findSaveProblem } from '../../sessions/save-problem.ts';
import { openSession } from '../../sessions/session-file.ts';
import { describeWriteFailure } from '../../sessions/write-failure.ts';
import { bundledStudies } from '../../studies/load-studies.ts';
import { studyOf } from '../../studies/study-of.ts';
import type { SessionIdentity } from '../cell.ts';
import { GivenValues } from '../given-values.ts';
import type { OpenSessions } from '../open-sessions.ts';
import type { Session } from '../session.ts';
import { checkLimits, checkSetup } from '../setup-check.ts';
import { valuesMissing } from '../values-missing.ts';
import { ComparisonCell } from './comparison-cell.ts';
import { ComparisonController } from './comparison-controller.ts';
import { sayFailure } from './judge-pass.ts';
import { estimatePassMs, type KnownRate, recordingMs } from './time-left.ts';

/** A run of another session that takes part in a comparison. `identity` is that of an open session, so that it has the current path of its file. */
interface TakenRun {
  readonly open: OpenSession;
  readonly identity: SessionIdentity;
}

export interface ComparisonOptions {
  readonly name: string | null;
  /** Absolute path of the session file; default: the library's folder. */
  readonly saveTo?: string;
  /** A file that is there at `saveTo` is replaced. */
  readonly mayReplace?: boolean;
  /** Store all values, including secrets; default: possible secrets are left out. */
  readonly keepValues?: boolean;
}

export class Comparisons {
  constructor(
    private readonly library: Library,
    private readonly sessions: OpenSessions,
    private readonly emit: (event: EngineEvent) => void,
    private readonly given = new GivenValues(),
  ) {}

  async estimate(setup: ComparisonSetup): Promise<ComparisonEstimate> {
    const known = await this.knownRate();
    const missing = await findMissingCells(setup);
    const totalMs = planPasses(setup).reduce(
      (sum, { index, variant }) =>
        missing.has(index) ? sum : sum + estimatePassMs(setup.variants[variant]!.setup, known) + recordingMs(setup, variant),
      0,
    );
    const noise = pickNoise(await this.library.noise(), scriptsOf(setup));
    return {
      totalMs,
      sensitivity: noise && foretell(noise, setup),
      source: noise && describeNoise(noise),
      ...(missing.size === 0 ? {} : { missing: [...missing].map(([cell, failure]) => ({ cell, failure })) }),
    };
  }

  /** Fails if something else is being measured on this machine; otherwise reserves the machine for the whole series. */
  async start(asked: ComparisonSetup, options: ComparisonOptions): Promise<Outcome<{ sessionId: string }>> {
    // Checked before waiting for the machine: what cannot run need not wait.
    const problem = await this.check(asked, options);
    if (problem) return { ok: false, failure: problem };
    const named = await nameNodes(asked);
    const redaction = createRedaction(options.keepValues ?? false, redactDocument);
    redaction.know(named.variants.map(({ setup }) => setup));
    const name = redaction.words(options.name ?? defaultName(named, areFollowed(asked)));
    let left: () => Milliseconds | null = () => null;
    return inTurn({ what: name, leftMs: () => left() }, async () => {
      const started = await this.sessions.start(() => this.launch(named, name, redaction, options));
      if (!started.ok) return started;
      const { session, controller } = started.value;
      left = () => controller.leftMs;
      // Writing the file uses a core and the disk, so the next run has to wait for that, too.
      return succeed({ value: { sessionId: session.id }, ended: session.saved });
    });
  }

  /** What keeps a comparison from being started, found without running anything. Null: nothing. */
  async check(asked: ComparisonSetup, { saveTo, mayReplace = false }: ComparisonOptions): Promise<Failure | null> {
    if (asked.variants.some(({ setup }) => hasRedacted(setup))) return valuesMissing('comparison');
    if (asked.variants.some(({ setup }) => isAlone(setup.capture.kind)))
      return fail('bad-request', say('leak.notInComparison'), say('leak.runAlone')).failure;
    if (asked.variants.some(({ setup }) => isOnlyAlive(setup.capture)))
      return fail('bad-request', say('comparison.onlyAlive'), say('comparison.compareAllocated')).failure;
    if (asked.variants.some(({ setup: { load } }) => isSearch(load)))
      return fail('bad-request', say('limit.notCompared'), say('limit.searchEach')).failure;
    return (await findSaveProblem(saveTo, mayReplace)) ?? (await findProblem(asked));
  }

  private async launch(
    asked: ComparisonSetup,
    name: string,
    redaction: Redaction,
    { saveTo }: ComparisonOptions,
  ): Promise<Outcome<{ session: Session; controller: ComparisonController }>> {
    // Everything that may fail comes before the folder is created, which would otherwise be left behind.
    const rateOf = await this.knownRate();
    const comparison = new Comparison(createHeader(redaction, asked, name, 'series', await studyOf(asked)), planPasses(asked));
    for (const [cell, failure] of await findMissingCells(asked)) comparison.exclude(cell, sayFailure(failure));
    const { id } = comparison.header;
    for (const [index, { setup }] of asked.variants.entries()) this.given.keep(id, setup, comparison.setup.variants[index]!.setup);
    const dir = this.library.recordingDir(id);
    try {
      await this.library.prepare();
      await startComparisonFolder(dir, comparison);
    } catch (error) {
      return { ok: false, failure: describeWriteFailure(say('save.comparisonNotStarted'), dir, error) };
    }
    const controller = new ComparisonController(comparison, asked, dir, this.emit, rateOf, redaction);
    const cell = new ComparisonCell(comparison, controller, asked);
    const session = this.sessions.begin(cell, { id, name, recordingId: id }, saveTo, async () => {
      await this.rememberSetups(asked, comparison);
      await this.rememberNoise(comparison);
    });
    return succeed({ session, controller });
  }

  /** The same variants as a new series with its own order: extending a series until it shows a difference would always find one. */
  async again(sessionId: string, pairs: number): Promise<Outcome<{ sessionId: string }>> {
    const { asked, open } = this.sessions.comparison(sessionId);
    const { name } = this.sessions.get(sessionId);
    const { keepsValues: keepValues } = open.header;
    const variants = asked.variants.map((one) => ({ ...one, setup: this.given.fill(one.setup, sessionId) }));
    return this.start({ ...asked, variants, pairs, seed: (asked.seed + 1) >>> 0 }, { name: againName(name), keepValues });
  }

  /** Recorded sessions as variants, one run each. */
  async ofSessions(sessionIds: readonly string[]): Promise<Outcome<{ sessionId: string }>> {
    const views: TakenRun[] = [];
    for (const sessionId of sessionIds) {
      const taken = await this.take(sessionId);
      if (!taken.ok) return taken;
      views.push(taken.value);
    }
    for (const {
      open,
      identity: { name },
    } of views) {
      if (open.kind === 'profile') return fail('not-available', say('comparison.isProfile', { name }), say('comparison.useRuns'));
      if (!isFinal(open.recording.state)) return fail('busy', say('comparison.stillRunning', { name }), say('comparison.wait'));
      const { header, originUs } = open.recording;
      if (header !== null && originUs === null)
        return fail('not-available', say('comparison.notBegun', { name }), say('comparison.useRuns'));
    }
    // Values left out of one session cannot be compared with values left out of another.
    const setups = views.map(({ open, identity }) =>
      open.recording.header === null ? setupOfTool(identity.name) : withoutNumbers(open.recording.header.setup),
    );
    const tools = views.map(({ open }) => open.recording.imported?.load?.tool);
    const names = views.map(({ identity }) => identity.name);
    const nodes = views.map(({ open }) => open.recording.resolved?.node ?? null);
    // Sessions of one script are often called alike.
    const titles = new Set(names).size === names.length ? names : titleVariants(setups, nodes);
    const variants = setups.map((setup, index) => {
      const tool = tools[index];
      return { title: firstOf(titles[index]!, MOST_TITLE), setup, ...(tool === undefined ? {} : { tool }) };
    });
    const keepsValues = views.some(({ open }) => open.recording.header?.keepsValues ?? false);
    const setup: ComparisonSetup = {
      variants,
      pairs: 1,
      question: DEFAULT_QUESTION,
      profiled: false,
      seed: DEFAULT_SEED,
      equivalencePercent: DEFAULT_EQUIVALENCE_PERCENT,
    };
    const passes = views.map((_, index) => ({ index, variant: index, round: 0, kind: 'measured' as const, excluded: null }));
    const comparison = new Comparison(
      createHeader(
        createRedaction(keepsValues, redactDocument),
        setup,
        defaultName(setup, areFollowed(setup)),
        'sessions',
        await studyOf(setup),
      ),
      passes,
    );
    for (const [index, view] of views.entries()) await comparison.finishPass(index, view.open, sourceOf(view), null);
    comparison.ending = 'completed';
    const { id, name } = comparison.header;
    this.sessions.begin(new ComparisonCell(comparison), { id, name });
    return succeed({ sessionId: id });
  }

  /** Fails for what is no single run. */
  private async take(sessionId: string): Promise<Outcome<TakenRun>> {
    const { identity, shown } = await this.sessions.find(sessionId);
    if (shown.open.kind === 'services')
      return fail('not-available', say('comparison.isServices', { name: identity.name }), say('comparison.useRuns'));
    try {
      const { open } = await this.sessions.view(sessionId);
      return succeed({ open, identity });
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      return fail('not-available', say('comparison.hasRuns', { name: identity.name }), say('comparison.chooseRun'));
    }
  }

  /** Remembers the set-ups that were measured: one that never became a server is no start for the next. */
  private async rememberSetups({ variants }: ComparisonSetup, comparison: Comparison): Promise<void> {
    const measured = new Set(countedPasses(comparison.toPasses()).map(({ variant }) => variant));
    // Otherwise twenty cells of a study would replace all remembered set-ups.
    if (comparison.setup.grid !== undefined) return;
    for (const [variant, { setup }] of variants.entries()) if (measured.has(variant)) await this.library.rememberSetup(setup);
  }

  private async rememberNoise(comparison: Comparison): Promise<void> {
    const { setup, header } = comparison;
    const rounds = new Set(countedPasses(comparison.toPasses()).map(({ round }) => round)).size;
    const cv = estimateSensitivity(comparison.toPasses(), setup).map(({ metric, cvPercent }) => ({ metric, percent: cvPercent }));
    if (cv.length === 0) return;
    // Figures of another tool vary in their own way, and the load is that of a command: no estimate for the next comparison.
    if (setup.variants.some((variant) => variant.setup.loadCommand !== null)) return;
    const [first] = setup.variants;
    await this.library.rememberNoise({
      at: header.createdAt,
      name: header.name,
      script: subjectOf(first!.setup),
      connections: connectionsOf(first!.setup.load),
      pairs: rounds,
      sameVariants: describeDifferences(setup.variants.map((variant) => variant.setup)).length === 0,
      cv,
      rates: ratesOf(comparison),
    });
  }

  /**
   * The one that the load sets; otherwise from the newest comparison of the same script, settings and connections; for a study that was never
   * run here, the rate its servers usually reach; otherwise from the newest session of the same script and as many connections.
   */
  private async knownRate(): Promise<KnownRate> {
    const forms = (await bundledStudies()).flatMap(({ comparisons, grids }) => [...comparisons, ...grids]);
    const usual = forms.flatMap(({ comparison: { variants }, usualPerSecond }) =>
      variants.flatMap(({ setup }) => (usualPerSecond === null ? [] : [rateOf(setup, usualPerSecond)])),
    );
    const compared = (await this.library.noise()).flatMap(({ rates }) => rates);
    const run = (await this.library.recent()).flatMap(({ summary }) => {
      if (!summary || summary.requestsPerSecond === null || (summary.load && paceOf(summary.load) !== null)) return [];
      return [{ script: summary.script, connections: summary.connections, perSecond: summary.requestsPerSecond, settings: undefined }];
    });
    return (setup) => {
      const pace = paceOf(setup.load);
      if (pace !== null) return pace;
      const connections = connectionsOf(setup.load);
      const settings = settingsOf(setup);
      const alike = [...compared, ...usual, ...run].filter((one) => one.script === subjectOf(setup) && one.connections === connections);
      return (alike.find((one) => one.settings === settings) ?? alike.find((one) => one.settings === undefined))?.perSecond ?? null;
    };
  }
}

function createHeader(
  redaction: Redaction,
  asked: ComparisonSetup,
  name: string,
  made: ComparisonHeader['made'],
  study: Pick<ComparisonHeader, 'study' | 'lesson'>,
): ComparisonHeader {
  redaction.know(asked.variants.map(({ setup }) => setup));
  const variants = asked.variants.map(({ title, setup, ...of }) => ({
    ...of,
    title: showHidden(redaction.words(title)),
    setup: redaction.setup(setup),
  }));
  return {
    id: randomUUID(),
    name: showHidden(redaction.words(name)),
    createdAt: new Date().toISOString(),
    setup: { ...asked, variants },
    environment: describeEnvironment(),
    ...study,
    made,
    keepsValues: redaction.keepsValues,
  };
}

/** Problems that would prevent a variant from starting: found before the first run, not an hour later. */
async function findProblem(asked: ComparisonSetup): Promise<Failure | null> {
  const { variants, question, grid } = asked;
  if (hasResultOfTool(asked)) return fail('bad-request', say('comparison.toolNotRun'), say('comparison.useRuns')).failure;
  if (grid !== undefined) {
    const missing = [...(await findMissingCells(asked)).values()];
    return missing.length === variants.length ? missing[0]! : null;
  }
  if (question === 'throughput' && variants.some(({ setup }) => paceOf(setup.load) !== null))
    return fail('bad-request', say('comparison.setThroughput'), say('comparison.askLatency')).failure;
  if (!metricsOfLoad(modelOf(variants)).includes(question))
    return fail('bad-request', say('comparison.noSuchFigure', { metric: question }), say('comparison.askLatency')).failure;
  if (isTimedFromDue(question))
    for (const { setup } of variants.filter((variant) => hasSchedule(variant.setup.load))) {
      const { timesFromSending } = clientNamed(setup.client.kind);
      if (timesFromSending !== undefined) return fail('bad-request', timesFromSending.says, timesFromSending.hint).failure;
    }
  for (const [index, { setup }] of variants.entries()) {
    const found = await findFatal(setup);
    if (found) return { ...found, says: say('comparison.ofVariant', { variant: variantLetter(index), what: found.says }) };
  }
  return null;
}

/** A placeholder that is not shown: the result of another tool has no set-up. */
function setupOfTool(name: string): Setup {
  return { ...DEFAULT_SETUP, target: { ...DEFAULT_SETUP.target, script: name.slice(0, 1_000) || '?' }, capture: NO_CAPTURE };
}

async function findFatal(setup: Setup): Promise<Failure | null> {
  const fatal = (await checkSetup(setup)).filter(({ field }) => /^(target\.|client\.)/.test(field) || field === 'requests.0.url');
  const [found] = [...fatal, ...checkLimits(setup)];
  return found?.failure ?? null;
}

/** Of a grid, by index: the cells that cannot be run on this machine, as a program is missing. The others can. */
async function findMissingCells({ variants, grid }: ComparisonSetup): Promise<Map<number, Failure>> {
  const missing = new Map<number, Failure>();
  if (grid === undefined) return missing;
  for (const [index, { setup }] of variants.entries()) {
    const found = await findFatal(setup);
    if (found) missing.set(index, found);
  }
  return missing;
}

/** Of the measured runs, as profiled ones are slower. */
function ratesOf(comparison: Comparison): Noise['rates'] {
  const counted = countedPasses(comparison.toPasses());
  return comparison.setup.variants.flatMap(({ setup }, variant) => {
    const reports = counted.filter((pass) => pass.variant === variant).map(({ report }) => report);
    const seconds = reports.reduce((sum, { load: { durationMs } }) => sum + durationMs / 1e3, 0);
    const completed = reports.reduce((sum, { requests }) => sum + requests.completed, 0);
    return seconds > 0 && paceOf(setup.load) === null ? [rateOf(setup, completed / seconds)] : [];
  });
}

function rateOf(setup: Setup, perSecond: number): Noise['rates'][number] {
  return { script: subjectOf(setup), connections: connectionsOf(setup.load), perSecond, settings: settingsOf(setup) };
}

function scriptsOf({ variants }: ComparisonSetup): string[] {
  return variants.map(({ setup }) => subjectOf(setup));
}

const NODE = findSetting('target.node')!;

/** Before the start a title can name a Node by its path only; here its version is known. Titles of the user stay. */
async function nameNodes(asked: ComparisonSetup): Promise<ComparisonSetup> {
  const setups = asked.variants.map(({ setup }) => setup);
  if (!areFollowed(asked) || !describeDifferences(setups).some(({ field }) => field === 'node')) return asked;
  const titles = titleVariants(setups, await Promise.all(setups.map(nameNode)));
  return { ...asked, variants: setups.map((setup, index) => ({ title: titles[index]!, setup })) };
}

async function nameNode(setup: Setup): Promise<string | null> {
  const path = readSetting(setup, NODE) as string | null | undefined;
  const node = path === undefined ? null : await chooseNode(path);
  return node?.ok ? node.value.version : null;
}

/** Whether the titles are those that follow from what differs: nobody has given others. */
function areFollowed({ variants }: ComparisonSetup): boolean {
  const followed = titleVariants(variants.map(({ setup }) => setup));
  return variants.every(({ title }, index) => title === followed[index]);
}

/** With one script, its name comes first: `app.js: no MODE against MODE=b`. A grid is named by its topologies, as the cases are the same for all. */
function defaultName(comparison: ComparisonSetup, isFollowed: boolean): string {
  if (comparison.grid !== undefined) return comparison.grid.topologies.join(', ').slice(0, 300);
  const [file = '', ...others] = new Set(scriptsOf(comparison).map(shortSubject));
  const titles = comparison.variants.map(({ title }) => title).join(' against ');
  const needsFile = isFollowed && others.length === 0 && !titles.includes(file);
  return (needsFile ? `${file}: ${titles}` : titles).slice(0, 300);
}

function againName(name: string): string {
  const match = /^(.*) \((\d+)\)$/.exec(name);
  return match ? `${match[1]} (${Number(match[2]) + 1})` : `${name.slice(0, 290)} (2)`;
}

/** Reads the run from the current file of its session, so that it survives closing the session. */
function sourceOf({ open, identity }: TakenRun): PassSource {
  if (identity.id.includes('#')) return async () => open;
  return async () => {
    // It may be saved only after it was added.
    if (identity.path === null) return open;
    const opened = await openSession(identity.path);
    return opened.ok ? opened.value : open;
  };
}
