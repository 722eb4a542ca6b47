/** Single requests of a run as text: which of them, in which order. */
import { type Command, InvalidArgumentError } from 'commander';
import {
  ALL_REQUESTS,
  MOST_REQUESTS,
  OUTCOMES,
  type Outcome,
  REQUEST_SORTS,
  type RequestOrder,
} from '../../shared/load/request-selection.ts';
import type { TimeWindow } from '../../shared/model/units.ts';
import { planOf } from '../../shared/plan/plan-of.ts';
import { requestsTable } from '../../shared/report/requests-table.ts';
import { text } from '../../shared/words/words.ts';
import type { OpenSession } from '../engine/sessions/open-session.ts';
import { requestPage } from '../engine/sessions/request-pages.ts';
import { number } from './option-values.ts';
import { reportTable } from './text-table.ts';

export interface RequestOptions {
  readonly sort?: RequestOrder;
  readonly limit?: number;
  readonly response?: Outcome;
  readonly slowerThan?: number;
}

const USUAL_LIMIT = 20;
const BY_ARRIVAL: RequestOrder = { by: 'arrival', descending: false };

export function addRequestFlags(command: Command): Command {
  return command
    .option('--sort <column>', text('commandLine.option.sort', { names: REQUEST_SORTS.join(', ') }), readSort)
    .option('--limit <n>', text('commandLine.option.limit', { limit: USUAL_LIMIT }), readLimit)
    .option('--response <which>', text('commandLine.option.response'), readOutcome)
    .option('--slower-than <ms>', text('commandLine.option.slowerThan'), number);
}

/** Whether any of these flags is given, which are of one table. */
export function hasRequestFlags({ sort, limit, response, slowerThan }: RequestOptions): boolean {
  return [sort, limit, response, slowerThan].some((one) => one !== undefined);
}

export async function formatRequests(open: OpenSession, window: TimeWindow | null, options: RequestOptions): Promise<string> {
  const setup = open.recording.header?.setup;
  if (open.kind === 'profile' || setup === undefined) return text('terminal.run.onlyProfile');
  const { sort = BY_ARRIVAL, limit = USUAL_LIMIT, response = 'all', slowerThan = null } = options;
  const filter = { ...ALL_REQUESTS, outcome: response, slowerThanMs: slowerThan };
  const rows = await requestPage(open, { filter, order: sort, window, offset: 0, limit }, Number.POSITIVE_INFINITY);
  const { matched } = rows.meta;
  if (matched === 0) return text('run.requests.noMatch');
  const plan = planOf(setup);
  const table = requestsTable({ ...setup.load, ...(plan && { plan }) }, rows);
  return [reportTable(table), text('terminal.run.requestsShown', { shown: rows.nth.length, matched })].join('\n');
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

function readOutcome(typed: string): Outcome {
  if (/^[1-9]\d\d$/.test(typed)) return Number(typed);
  const outcome = OUTCOMES.find((one) => one === typed);
  if (outcome === undefined) throw new InvalidArgumentError(text('commandLine.refused.response', { names: OUTCOMES.join(', ') }));
  return outcome;
}
