/** What is said of a client where a run, a plan or a report names it. */
import type { ClientKind } from '../model/clients.ts';
import { translate } from './words.ts';

/** One sentence; none: it is not said there. */
export function tellClient(
  where: 'report.madeBy' | 'terminal.run.madeBy' | 'run.head.by' | 'run.head.byHint',
  client: ClientKind,
): string[] {
  const words = translate(`${where}.${client}`, {});
  return words === null ? [] : [words];
}
