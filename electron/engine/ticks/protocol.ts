/** What is asked of the process that reads a V8 log, and what it answers. */
import type { LogOrder, ReadLog } from './read-log.ts';

export type { LogOrder };

export type LogAnswer =
  | { readonly type: 'read'; readonly log: ReadLog }
  | { readonly type: 'no-ticks' }
  /** More functions or stacks than a session file holds. */
  | { readonly type: 'too-many' }
  /** In the words of the system, of Node or of 0x. */
  | { readonly type: 'failed'; readonly why: string };
