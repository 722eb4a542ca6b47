/** Parts of the time of requests in the server, in words. */
import { showHidden } from '../base/show-hidden.ts';
import type { Ratio } from '../base/units.ts';
import { formatMs } from '../format/figures.ts';
import type { TimePart } from '../model/time-parts.ts';
import { text } from '../words/words.ts';

/** Of the time in which the loop was busy with something else it is not known whether a reply was there already. */
const UNREAD_FROM: Ratio = 0.5;

/** With its time, within a sentence. */
export function tellTimePart({ part, kind, to, meanMs, busyMs }: TimePart): string {
  const unread = busyMs >= UNREAD_FROM * meanMs ? 'yes' : 'no';
  return text(`run.waiting.${part}`, { kind: kind ?? 'none', to: showHidden(to ?? ''), unread, time: formatMs(meanMs) });
}

/** In a table. */
export function timePartName({ part, kind, to }: Pick<TimePart, 'part' | 'kind' | 'to'>): string {
  return text(`run.routeTime.${part}`, { kind: kind ?? 'none', to: showHidden(to ?? '').replace(/^(?:https?|tcp):\/\//, '') });
}
