/** `--route`, `--slowest` and `--failed`: of which requests a profile is printed. */
import { type Command, InvalidArgumentError } from 'commander';

import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { ANY_REQUEST, type RequestFilter } from '../../../shared/model/request-filter.ts';
import type { ServedFacts } from '../../../shared/protocol/session-contract.ts';
import { say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import { number } from './option-values.ts';

export interface RequestChoice {
  readonly route?: string;
  readonly slowest?: number;
  readonly failed?: boolean;
}

export function addRequestChoice(command: Command): Command {
  return command
    .option('--route <name>', text('commandLine.option.route'))
    .option('--slowest <percent>', text('commandLine.option.slowest'), readPercent)
    .option('--failed', text('commandLine.option.failed'));
}

export function choosesRequests({ route, slowest, failed }: RequestChoice): boolean {
  return route !== undefined || slowest !== undefined || failed === true;
}

/** Null: all samples. Fails where the run does not tell requests apart, or has no such route. */
export function readRequestChoice(
  { routes, tellsRequestsApart }: Omit<ServedFacts, 'isKnown'>,
  choice: RequestChoice,
): Outcome<RequestFilter | null> {
  if (!choosesRequests(choice)) return succeed(null);
  if (!tellsRequestsApart) return fail('bad-request', say('command.notByRequest'), say('command.recordByRequest'));
  const { route = null, slowest = null, failed = false } = choice;
  const found = route === null ? null : findRoute(routes, route);
  if (route !== null && found === null)
    return fail('bad-request', say('command.noRoute', { name: route }), say('command.routesAre', { names: { list: routes, by: 'comma' } }));
  return succeed({ ...ANY_REQUEST, route: found, slowest, failed });
}

/** As the table names it, or without its method where that is one route only. */
function findRoute(routes: readonly string[], asked: string): string | null {
  if (routes.includes(asked)) return asked;
  const [found, ...others] = routes.filter((name) => name.slice(name.indexOf(' ') + 1) === asked);
  return found !== undefined && others.length === 0 ? found : null;
}

/** `1%` or `1`. */
function readPercent(typed: string): number {
  const percent = number(typed.replace(/%$/, ''));
  if (percent <= 0 || percent > 100) throw new InvalidArgumentError(text('commandLine.refused.percent'));
  return percent;
}
