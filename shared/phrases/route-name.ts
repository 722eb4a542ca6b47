/** How a route is called. */
import { showHidden } from '../base/show-hidden.ts';
import type { RouteFigures } from '../model/report.ts';
import { text } from '../words/words.ts';

/** With the member of a group that its requests were in, where they were in several. */
export function nameOfRoute({ route, member }: Pick<RouteFigures, 'route' | 'member'>): string {
  const shown = showHidden(route);
  return member === undefined ? shown : text('run.routes.inMember', { route: shown, member: showHidden(member) });
}
