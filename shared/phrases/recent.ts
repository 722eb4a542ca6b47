/** A recent session in a line: what it is and how it ended, in the same words in the window and on a terminal. */
import { isMostlyRedirected, kindOf, stateOf } from '../analysis/recent-filter.ts';
import { percentOf } from '../base/percent-of.ts';
import { showHidden } from '../base/show-hidden.ts';
import { formatAbout, formatCount } from '../format/figures.ts';
import { wordSaid } from '../format/word-said.ts';
import { type VerdictWord, variantLetter } from '../model/comparison/comparison.ts';
import type { Metric } from '../model/comparison/metrics.ts';
import type { RecentSession, RecentSummary, ServicesSummary } from '../model/recent-session.ts';
import { text } from '../words/words.ts';
import { planOfClient, planOfCommand, planOfRounds } from './load-plan.ts';
import { type Sign, signOf } from './verdict-words.ts';

export interface RecentState {
  readonly word: string;
  /** How much attention it asks for. */
  readonly tone: 'bad' | 'doubtful' | 'plain' | 'quiet';
  /** Of a verdict. */
  readonly sign: Sign | null;
  /** The word as a sentence; null: there is none. */
  readonly title: string | null;
  /** What a verdict is about; null: no verdict was asked for. */
  readonly question: string | null;
  /** What went wrong in the runs of a comparison, beside its verdict; null: nothing, or it is the word itself. */
  readonly errors: RecentErrors | null;
}

export interface RecentErrors {
  readonly word: string;
  readonly title: string;
}

/** Errors before how it ended, because figures without them mean something else; a verdict before errors, as it was asked for. Null: it is not known. */
export function recentState(summary: RecentSummary): RecentState | null {
  const { completed, redirected = 0, ending, verdict, question } = summary;
  const state = stateOf(summary);
  const plain = { sign: null, question: null, errors: null };
  if (summary.failedStart !== undefined) {
    return { ...plain, word: text('home.recent.failedStart'), tone: 'bad', title: wordSaid(summary.failedStart) };
  }
  const errors = state === 'errors' ? wordErrors(summary) : null;
  if ((state === 'completed' || errors !== null) && verdict !== undefined) return { ...wordVerdict(verdict, question), errors };
  if (summary.services !== undefined) return { ...plain, ...wordServices(summary.services) };
  if (errors !== null) return { ...plain, ...errors, tone: 'bad' };
  if (summary.leak !== undefined)
    return {
      ...plain,
      word: text(`run.leak.word.${summary.leak}`),
      tone: summary.leak === 'leak' ? 'bad' : 'quiet',
      title: text('home.recent.leakTitle'),
    };
  if (state === 'completed' && isMostlyRedirected(summary)) {
    const percent = formatAbout(percentOf(redirected, completed));
    const word = redirected === completed ? text('home.recent.onlyRedirects') : text('home.recent.redirects', { percent });
    const title = text('home.recent.redirectsTitle', { redirected: formatCount(redirected), count: formatCount(completed) });
    return { ...plain, word, tone: 'doubtful', title };
  }
  if (!ending) return null;
  const word = text(`home.recent.ending.${ending}`);
  return { ...plain, word, tone: state === 'crashed' ? 'bad' : 'quiet', title: text(`home.recent.endingTitle.${ending}`) };
}

function wordServices(summary: ServicesSummary): Pick<RecentState, 'word' | 'tone' | 'title'> {
  const { right, asked, probed, count } = summary;
  const state = servicesState(summary);
  return {
    word: text(`home.recent.services.${state}`, { right, asked, probed, count }),
    tone: state === 'right' || state === 'noGuess' ? 'plain' : 'quiet',
    title: text(`home.recent.servicesTitle.${state}`),
  };
}

function servicesState({ asked, isTold, isProbing, probed, count }: ServicesSummary) {
  if (isProbing) return 'probing';
  if (isTold) return asked === 0 ? 'noGuess' : 'right';
  if (probed === 0) return 'notProbed';
  return probed < count ? 'partlyProbed' : 'notTold';
}

function wordErrors(summary: RecentSummary): RecentErrors {
  const { completed, failed, unexpected = 0, onlyStatus = '' } = summary;
  const errors = failed + unexpected;
  const count = completed + failed;
  return {
    word: text(`home.recent.${wrongWith(summary)}`, { percent: formatAbout(percentOf(errors, count)), status: onlyStatus }),
    title: text('home.recent.errorsTitle', { errors: formatCount(errors), count: formatCount(count) }),
  };
}

/** In the words of the run's own first sentence. */
function wrongWith({ failed, unexpected = 0, onlyStatus }: RecentSummary) {
  if (onlyStatus !== undefined) return 'hadStatus';
  if (unexpected === 0) return 'failed';
  return failed === 0 ? 'unexpected' : 'wentWrong';
}

function wordVerdict(verdict: VerdictWord | null, question: Metric | undefined): Omit<RecentState, 'errors'> {
  const isTold = verdict !== null && verdict !== 'cannot tell';
  return {
    word: isTold ? text(`compare.verdicts.word.${verdict}`) : text('home.recent.noVerdict'),
    tone: isTold ? 'plain' : 'quiet',
    sign: verdict === null ? null : signOf(verdict),
    title: null,
    question: question === undefined ? null : text(`compare.metricInText.${question}`),
  };
}

/**
 * A figure of a session in a list: of a comparison of two that of each, of more variants and of cells from the lowest to the highest. Empty: it has none.
 */
export function recentFigures(
  summary: RecentSummary | null,
  of: 'p50Ms' | 'p99Ms' | 'requestsPerSecond',
  format: (value: number) => string,
): readonly string[] {
  const own = summary?.[of] ?? null;
  if (own !== null) return [format(own)];
  const all = summary?.variants?.map((figures) => figures[of]) ?? [];
  const known = all.filter((value): value is number => value !== null);
  if (known.length === 0) return [];
  if (all.length === 2)
    return all.flatMap((value, variant) =>
      value === null ? [] : [text('home.recent.ofVariant', { letter: variantLetter(variant), value: format(value) })],
    );
  const [low, high] = [format(Math.min(...known)), format(Math.max(...known))];
  return low === high ? [low] : [text('home.recent.from', { low }), text('home.recent.to', { high })];
}

/** What tells runs of one script apart comes first. Most are runs, so only other kinds are named. */
export function recentFacts(session: RecentSession): readonly string[] {
  const { summary, name } = session;
  const kind = kindOf(session);
  // The usual title has it.
  const request = name.includes(` ${summary?.request}`) ? undefined : summary?.request;
  return [
    ...(summary?.failedStart === undefined ? [] : [wordSaid(summary.failedStart)]),
    ...(kind === 'run' ? [] : [text(`home.recent.kindOne.${kind}`)]),
    ...(request ? [request] : []),
    ...(summary === null || summary.kind === 'load' || summary.kind === 'heap' || summary.kind === 'services'
      ? []
      : [planOf(summary) ?? text('home.recent.connections', { count: summary.connections })]),
  ];
}

/** Null: listed by an earlier version. */
function planOf({ load, client, isByCommand, madeBy, leak }: RecentSummary): string | null {
  if (load === undefined || client === undefined) return null;
  if (leak !== undefined) return planOfRounds(load);
  if (madeBy !== undefined) return text('run.head.planBy', { by: showHidden(madeBy) });
  return isByCommand ? planOfCommand(load) : planOfClient({ load, client });
}
