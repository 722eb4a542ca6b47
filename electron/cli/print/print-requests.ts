/** Single requests of a run as text: which of them, in which order. */
import { type Command, InvalidArgumentError } from 'commander';
import type { TimeWindow } from '../../../shared/base/units.ts';
import { windowOfPhase } from '../../../shared/charts/phase-window.ts';
import { computePhaseBands } from '../../../shared/charts/plan-lines.ts';
import {
  MOST_REQUESTS,
  OUTCOMES,
  REQUEST_SORTS,
  type RequestOrder,
  type Outcome as RequestOutcome,
} from '../../../shared/load/request-selection.ts';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import type { RequestRows } from '../../../shared/model/series.ts';
import { planOf } from '../../../shared/plan/plan-of.ts';
import type { FunctionName } from '../../../shared/profile/tree/folds.ts';
import { type ListedLoad, requestNames, requestParts, requestsTable } from '../../../shared/report/requests-table.ts';
import { say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import type { OpenSession } from '../../engine/sessions/open-session.ts';
import { type AskedRun, askForRows } from '../asked-run.ts';
import { number } from '../flags/option-values.ts';
import { reportTable } from './text-table.ts';

export interface RequestOptions {
  readonly sort?: RequestOrder;
  readonly limit?: number;
  readonly response?: RequestOutcome;
  readonly slowerThan?: number;
  readonly fasterThan?: number;
  readonly request?: string;
  readonly phase?: string;
}

const USUAL_LIMIT = 20;
const BY_ARRIVAL: RequestOrder = { by: 'arrival', descending: false };

export function addRequestFlags(command: Command): Command {
  return command
    .option('--sort <column>', text('commandLine.option.sort', { names: REQUEST_SORTS.join(', ') }), readSort)
    .option('--limit <n>', text('commandLine.option.limit', { limit: USUAL_LIMIT }), readLimit)
    .option('--response <which>', text('commandLine.option.response'), readOutcome)
    .option('--slower-than <ms>', text('commandLine.option.slowerThan'), number)
    .option('--faster-than <ms>', text('commandLine.option.fasterThan'), number)
    .option('--request <name>', text('commandLine.option.ofRequest'))
    .option('--phase <name>', text('commandLine.option.ofPhase'));
}

/** Whether any of these flags is given, which are of one table. */
export function hasRequestFlags({ sort, limit, response, slowerThan, fasterThan, request }: RequestOptions): boolean {
  return [sort, limit, response, slowerThan, fasterThan, request].some((one) => one !== undefined);
}

/** Fails where the run has no such request or phase. */
export function formatRequests(run: AskedRun, window: TimeWindow | null, options: RequestOptions): Promise<Outcome<string>> {
  return withRequests(run, window, { sort: BY_ARRIVAL, limit: USUAL_LIMIT, ...options }, (load, rows) => {
    const shown = text('terminal.run.requestsShown', { shown: rows.nth.length, matched: rows.meta.matched });
    return succeed([reportTable(requestsTable(load, rows)), shown].join('\n'));
  });
}

/** What is printed of the requests that are asked for; that there are none is said here. */
export async function withRequests(
  run: AskedRun,
  window: TimeWindow | null,
  options: RequestOptions & Required<Pick<RequestOptions, 'sort' | 'limit'>> & { readonly of?: FunctionName },
  format: (load: ListedLoad, rows: RequestRows) => Outcome<string> | Promise<Outcome<string>>,
): Promise<Outcome<string>> {
  const info = await run.engine.handle('session.info', { sessionId: run.sessionId });
  if (!info.ok) return info;
  const { kind, setup } = info.value;
  if (kind === 'load') return succeed(text('terminal.run.noRequests'));
  if (kind === 'profile' || setup === null) return succeed(text('terminal.run.onlyProfile'));
  const { sort, limit, response = 'all', slowerThan = null, fasterThan = null } = options;
  const plan = planOf(setup);
  const load = { ...setup.load, ...(plan && { plan }) };
  const request = findPart('--request', options.request, requestNames(load));
  const phase = findPart('--phase', options.phase, requestParts(load)?.names ?? []);
  if (!request.ok) return request;
  if (!phase.ok) return phase;
  const filter = { outcome: response, slowerThanMs: slowerThan, fasterThanMs: fasterThan, request: request.value, phase: phase.value };
  const rows = await askForRows(run, { ...filter, ...sort, window, offset: 0, limit, of: options.of ?? null });
  if (!rows.ok) return rows;
  return rows.value.meta.matched === 0 ? succeed(text('run.requests.noMatch')) : format(load, rows.value);
}

/** The time of a phase or level of the load, as far as the run came. */
export function findPhaseWindow({ kind, recording }: OpenSession, asked: string): Outcome<TimeWindow | null> {
  const { plan } = recording;
  if (kind !== 'run' || plan === null) return fail('bad-request', say('command.noParts', { flag: '--phase' }));
  const found = findPart('--phase', asked, requestParts(plan.load)?.names ?? []);
  if (!found.ok) return found;
  const band = computePhaseBands(plan.load, plan.launches)[found.value!];
  const window = windowOfPhase(band, recording.durationUs / 1_000);
  return window === null ? fail('bad-request', say('command.phaseNotReached', { name: asked })) : succeed(window);
}

/** By its name, else by its number from 1; null: not asked for. */
function findPart(flag: string, asked: string | undefined, names: readonly string[]): Outcome<number | null> {
  if (asked === undefined) return succeed(null);
  const at = names.includes(asked) ? names.indexOf(asked) : Number(asked) - 1;
  if (names[at] !== undefined) return succeed(at);
  if (names.length === 0) return fail('bad-request', say('command.noParts', { flag }));
  return fail(
    'bad-request',
    say('command.noPart', { flag, name: asked }),
    say('command.knownParts', { names: { list: names, by: 'comma' } }),
  );
}

/** `-latency`: the slowest first. */
function readSort(typed: string): RequestOrder {
  const by = REQUEST_SORTS.find((one) => one === typed.replace(/^-/, ''));
  if (by === undefined) throw new InvalidArgumentError(text('commandLine.refused.word', { names: REQUEST_SORTS.join(', ') }));
  return { by, descending: typed.startsWith('-') };
}

function readLimit(typed: string): number {
  const limit = number(typed);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_REQUESTS)
    throw new InvalidArgumentError(text('commandLine.refused.limit', { most: MOST_REQUESTS }));
  return limit;
}

function readOutcome(typed: string): RequestOutcome {
  if (/^[1-9]\d\d$/.test(typed)) return Number(typed);
  const outcome = OUTCOMES.find((one) => one === typed);
  if (outcome === undefined) throw new InvalidArgumentError(text('commandLine.refused.response', { names: OUTCOMES.join(', ') }));
  return outcome;
}
