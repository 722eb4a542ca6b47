/** `loopscope recent`: the sessions that Home of the window lists, filtered with the same words. */
import { type Command, Option } from 'commander';
import { filterRecent, isFiltering, RECENT_KINDS, RECENT_STATES, type RecentFilter } from '../../../shared/analysis/recent-filter.ts';
import { showHidden } from '../../../shared/base/show-hidden.ts';
import { formatAgo } from '../../../shared/format/dates.ts';
import { formatMs, formatRate } from '../../../shared/format/figures.ts';
import type { RecentSession } from '../../../shared/model/recent-session.ts';
import { recentFacts, recentFigures, recentState } from '../../../shared/phrases/recent.ts';
import { withSign } from '../../../shared/phrases/verdict-words.ts';
import { text } from '../../../shared/words/words.ts';
import { invocation } from '../flags/invocation.ts';
import { makeEngine } from '../make-engine.ts';
import { breakable } from '../print/format.ts';
import { refuse } from '../print/print-failure.ts';
import { print, printJson, tell } from '../terminal.ts';

interface RecentOptions {
  readonly kind?: RecentFilter['kind'];
  readonly state?: RecentFilter['state'];
  readonly all?: boolean;
  readonly json?: boolean;
}

/** A screen of a terminal. */
const FEW = 10;

export function setupRecentCommand(program: Command): void {
  program
    .command('recent')
    .description(text('commandLine.command.recent'))
    .argument('[words...]', text('commandLine.argument.words'))
    .addOption(new Option('--kind <kind>', text('commandLine.option.recentKind')).choices(RECENT_KINDS))
    .addOption(new Option('--state <state>', text('commandLine.option.recentState')).choices(RECENT_STATES))
    .option('--all', text('commandLine.option.recentAll', { few: FEW }))
    .option('--json', text('commandLine.option.recentJson'))
    .action(async (words: readonly string[], { kind = 'all', state = 'all', all = false, json = false }: RecentOptions) => {
      const engine = await makeEngine();
      const reply = await engine.handle('sessions.recent', {});
      await engine.close();
      if (!reply.ok) return refuse(reply.failure, json);
      const filter = { text: words.join(' '), kind, state };
      const found = filterRecent(reply.value, filter);
      if (json) return printJson({ recent: found });
      if (found.length === 0) return tell(tellNothing(reply.value.length, filter));
      const shown = all ? found : found.slice(0, FEW);
      print(shown.map(formatRecent).join('\n\n'));
      const more = found.length - shown.length;
      if (more > 0) tell(`\n${text('terminal.recent.more', { more })}`);
    });
}

function tellNothing(count: number, filter: RecentFilter): string {
  if (count > 0 && isFiltering(filter)) return text('terminal.recent.noneFound', { count });
  return text('terminal.recent.none', { command: invocation('demo') });
}

/** Its name and age, how it ended with a few figures, and its path on a line of its own, to be copied. */
function formatRecent(session: RecentSession): string {
  const { name, path, summary, missing, sample } = session;
  const state = summary === null ? null : recentState(summary);
  const when = sample
    ? text('home.recent.sample')
    : summary?.recordedAt === undefined
      ? null
      : text('terminal.recent.recorded', { ago: formatAgo(summary.recordedAt, Date.now()) });
  const facts = [
    missing ? text('home.recent.missing') : null,
    state === null ? null : withSign(state) + (state.question === null ? '' : ` (${state.question})`),
    state?.errors?.word ?? null,
    ...recentFacts(session),
    recentFigures(summary, 'requestsPerSecond', formatRate).join(' ') || null,
    ...(['p50', 'p99'] as const).map((name) => {
      const ms = recentFigures(summary, `${name}Ms`, formatMs).join(' ');
      return ms === '' ? null : text(`terminal.recent.${name}`, { ms });
    }),
    when,
  ].filter((fact) => fact !== null);
  return [showHidden(name), `  ${showHidden(breakable(facts.join(', ')))}`, `  ${path}`].join('\n');
}
