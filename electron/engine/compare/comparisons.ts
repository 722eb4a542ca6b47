/** Starts comparisons, and puts them together from sessions. What is open is kept by OpenSessions. */
import { randomUUID } from 'node:crypto';
import { relative, sep } from 'node:path';
import { describeDifferences } from '../../../shared/analysis/differences.ts';
import { countedPasses } from '../../../shared/analysis/metrics.ts';
import { planPasses } from '../../../shared/analysis/order.ts';
import { estimateSensitivity } from '../../../shared/analysis/sensitivity.ts';
import {
  type ComparisonEstimate,
  type ComparisonSetup,
  DEFAULT_EQUIVALENCE_PERCENT,
  DEFAULT_SEED,
} from '../../../shared/model/comparison.ts';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { hasRedacted, redactSecrets } from '../../../shared/model/redact.ts';
import { isFinal } from '../../../shared/model/run.ts';
import type { Setup } from '../../../shared/model/setup.ts';
import type { EngineEvent } from '../../../shared/protocol/contract.ts';
import type { ComparisonHeader } from '../../../shared/session/format.ts';
import { bundledDemos } from '../demos.ts';
import { describeEnvironment } from '../environment.ts';
import type { OpenSessions, SessionView } from '../open-sessions.ts';
import { DEMOS_DIR } from '../paths.ts';
import { startComparisonFolder } from '../sessions/comparison-file.ts';
import type { Library } from '../sessions/library.ts';
import { openSession } from '../sessions/session-file.ts';
import { describeWriteFailure } from '../sessions/write-failure.ts';
import { Comparison, type PassSource } from './comparison.ts';
import { ComparisonController } from './comparison-controller.ts';
import { describeNoise, FEWEST_ROUNDS, foretell, type Noise, pickNoise } from './noise.ts';
import { estimatePassMs, type KnownRate, settingsOf } from './time-left.ts';

export interface ComparisonOptions {
  readonly name: string | null;
  /** Absolute path of the session file; default: the library's folder. */
  readonly saveTo?: string;
}

export class Comparisons {
  constructor(
    private readonly library: Library,
    private readonly sessions: OpenSessions,
    private readonly emit: (event: EngineEvent) => void,
  ) {}

  async estimate(setup: ComparisonSetup): Promise<ComparisonEstimate> {
    const known = await this.knownRate();
    const totalMs = planPasses(setup).reduce((sum, { variant }) => sum + estimatePassMs(setup.variants[variant]!.setup, known), 0);
    const noise = pickNoise(await this.library.noise(), scriptsOf(setup));
    return {
      totalMs,
      sensitivity: noise && foretell(noise, setup),
      source: noise && describeNoise(noise),
    };
  }

  async start(asked: ComparisonSetup, { name, saveTo }: ComparisonOptions): Promise<Outcome<{ sessionId: string }>> {
    if (asked.variants.some(({ setup }) => hasRedacted(setup)))
      return fail(
        'not-available',
        'Values with secret names are not kept in session files, so this comparison cannot be run as it is.',
        'Compare again, and enter these values anew.',
      );
    const busy = this.sessions.findBusy();
    if (busy) return { ok: false, failure: busy };
    const comparison = new Comparison(createHeader(asked, name ?? defaultName(asked), 'series'), planPasses(asked));
    const { id } = comparison.header;
    const dir = this.library.recordingDir(id);
    try {
      await this.library.prepare();
      await startComparisonFolder(dir, comparison);
    } catch (error) {
      return { ok: false, failure: describeWriteFailure('The comparison could not be started', dir, error) };
    }
    for (const { setup } of asked.variants) await this.library.rememberSetup(setup);
    const controller = new ComparisonController(comparison, asked, dir, this.emit, await this.knownRate());
    this.sessions.addComparison({ id, open: comparison, controller, asked, name: comparison.header.name, path: null }, saveTo, () =>
      this.rememberNoise(comparison),
    );
    return succeed({ sessionId: id });
  }

  /** The same variants as a new series with an order of its own: adding to a series until it pleases would find a difference in anything. */
  async again(sessionId: string, pairs: number): Promise<Outcome<{ sessionId: string }>> {
    const { asked, name } = this.sessions.comparison(sessionId);
    return this.start({ ...asked, pairs, seed: (asked.seed + 1) >>> 0 }, { name: againName(name) });
  }

  /** Recorded sessions as variants, one run each. */
  async ofSessions(sessionIds: readonly string[]): Promise<Outcome<{ sessionId: string }>> {
    const views: SessionView[] = [];
    for (const sessionId of sessionIds) views.push(await this.sessions.view(sessionId));
    for (const { open, name } of views) {
      if (open.kind === 'profile') return fail('not-available', `"${name}" is a profile without requests.`, 'Compare sessions with a run.');
      if (!isFinal(open.recording.state)) return fail('busy', `"${name}" is still running.`, 'Wait until it has ended.');
    }
    const variants = views.map(({ open, name }) => ({ title: name, setup: open.recording.header!.setup }));
    const setup: ComparisonSetup = {
      variants,
      pairs: 1,
      profiled: false,
      seed: DEFAULT_SEED,
      equivalencePercent: DEFAULT_EQUIVALENCE_PERCENT,
    };
    const passes = views.map((_, index) => ({ index, variant: index, round: 0, kind: 'measured' as const, excluded: null }));
    const comparison = new Comparison(createHeader(setup, defaultName(setup), 'sessions'), passes);
    for (const [index, view] of views.entries()) await comparison.finishPass(index, view.open, sourceOf(view), null);
    comparison.ending = 'completed';
    // Run as a series they are worth the flame graphs, too.
    const asked = { ...setup, profiled: true };
    const { id, name } = comparison.header;
    this.sessions.addComparison({ id, open: comparison, controller: null, asked, name, path: null }, undefined, async () => {});
    return succeed({ sessionId: id });
  }

  private async rememberNoise(comparison: Comparison): Promise<void> {
    const { setup, header } = comparison;
    const rounds = new Set(countedPasses(comparison.toPasses()).map(({ round }) => round)).size;
    const cv = estimateSensitivity(comparison.toPasses(), setup).map(({ metric, cvPercent }) => ({ metric, percent: cvPercent }));
    if (rounds < FEWEST_ROUNDS || cv.length === 0) return;
    const [first] = setup.variants;
    await this.library.rememberNoise({
      at: header.createdAt,
      name: header.name,
      script: first!.setup.target.script,
      connections: first!.setup.load.connections,
      pairs: rounds,
      sameVariants: describeDifferences(setup.variants.map((variant) => variant.setup)).length === 0,
      cv,
      rates: ratesOf(comparison),
    });
  }

  /**
   * From the newest comparison of the same script, settings and connections; of a study that was never run here what its servers usually
   * reach; or else from the newest session of the same script and as many connections.
   */
  private async knownRate(): Promise<KnownRate> {
    const forms = (await bundledDemos()).flatMap(({ comparisons }) => comparisons);
    const usual = forms.flatMap(({ comparison: { variants }, usualPerSecond }) =>
      variants.flatMap(({ setup }) => (usualPerSecond === null ? [] : [rateOf(setup, usualPerSecond)])),
    );
    const compared = (await this.library.noise()).flatMap(({ rates }) => rates);
    const run = (await this.library.recent()).flatMap(({ summary }) => {
      if (!summary || summary.requestsPerSecond === null) return [];
      return [{ script: summary.script, connections: summary.connections, perSecond: summary.requestsPerSecond, settings: undefined }];
    });
    return (setup) => {
      const { target, load } = setup;
      const settings = settingsOf(setup);
      const alike = [...compared, ...usual, ...run].filter((one) => one.script === target.script && one.connections === load.connections);
      return (alike.find((one) => one.settings === settings) ?? alike.find((one) => one.settings === undefined))?.perSecond ?? null;
    };
  }
}

function createHeader(asked: ComparisonSetup, name: string, made: ComparisonHeader['made']): ComparisonHeader {
  const variants = asked.variants.map(({ title, setup }) => ({ title, setup: redactSecrets(setup) }));
  return {
    id: randomUUID(),
    name,
    createdAt: new Date().toISOString(),
    setup: { ...asked, variants },
    environment: describeEnvironment(),
    study: studyOf(asked),
    made,
  };
}

/** Of the measured runs: a profiled one is slower. */
function ratesOf(comparison: Comparison): Noise['rates'] {
  const counted = countedPasses(comparison.toPasses());
  return comparison.setup.variants.flatMap(({ setup }, variant) => {
    const reports = counted.filter((pass) => pass.variant === variant).map(({ report }) => report);
    const seconds = reports.reduce((sum, { load: { durationMs } }) => sum + durationMs / 1e3, 0);
    const completed = reports.reduce((sum, { requests }) => sum + requests.completed, 0);
    return seconds > 0 ? [rateOf(setup, completed / seconds)] : [];
  });
}

function rateOf(setup: Setup, perSecond: number): Noise['rates'][number] {
  return { script: setup.target.script, connections: setup.load.connections, perSecond, settings: settingsOf(setup) };
}

/** The study whose folder all scripts lie in; null: they are the user's own. */
function studyOf(setup: ComparisonSetup): string | null {
  const folders = new Set(scriptsOf(setup).map((script) => relative(DEMOS_DIR, script).split(sep)[0]!));
  const [folder] = folders;
  return folders.size === 1 && folder && /^[a-z]/.test(folder) ? folder : null;
}

function scriptsOf({ variants }: ComparisonSetup): string[] {
  return variants.map(({ setup }) => setup.target.script);
}

function defaultName({ variants }: ComparisonSetup): string {
  return variants
    .map(({ title }) => title)
    .join(' against ')
    .slice(0, 300);
}

function againName(name: string): string {
  const match = /^(.*) \((\d+)\)$/.exec(name);
  return match ? `${match[1]} (${Number(match[2]) + 1})` : `${name.slice(0, 290)} (2)`;
}

/** From its file where it has one, so that closing the session does not take the run away. */
function sourceOf({ path, open, id }: SessionView): PassSource {
  if (path === null || id.includes('#')) return async () => open;
  return async () => {
    const opened = await openSession(path);
    return opened.ok ? opened.value : open;
  };
}
