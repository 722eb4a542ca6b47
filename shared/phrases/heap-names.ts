/** What objects of a heap are called in sentences and tables. */
import { formatElapsed } from '../format/figures.ts';
import type { ObjectName } from '../heap/object-names.ts';
import { text } from '../words/words.ts';

/** What an event emitter keeps its listeners in: `catalogue._events.price`, `bus._events[key]`. */
const LISTENERS = /^(.+)\._events(?:\.(.+)|\[key\])$/;

/** `sessions (Map)`, `timers of 1:00:00 (TimersList)`. */
export function wordHolder({
  kind,
  name,
  constructor: of,
  delayMs,
}: Pick<ObjectName, 'kind' | 'name' | 'constructor' | 'delayMs'>): string {
  switch (kind) {
    case 'timers':
      return delayMs === null
        ? text('run.heap.timersUnknown', { constructor: of })
        : text('run.heap.timers', { delay: formatElapsed(delayMs), constructor: of });
    case 'module cache':
      return text('run.heap.moduleCache', { constructor: of });
    case 'unnamed':
      return text('run.heap.unnamed', { constructor: of });
    default: {
      const listened = LISTENERS.exec(name);
      if (listened !== null) return text('run.heap.listeners', { of: listened[1]!, event: listened[2] ?? 'undefined', constructor: of });
      return wordNamed({ name, constructor: of });
    }
  }
}

export function wordNamed({ name, constructor: of }: { readonly name: string; readonly constructor: string }): string {
  return text('run.heap.named', { name, constructor: of });
}
