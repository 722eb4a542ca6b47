/** What is asked of the process that reads a V8 log, and its reply. */
import type { LogOrder, ReadLog } from './read-log.ts';

export type { LogOrder };

export type LogReply =
  | { readonly type: 'read'; readonly log: ReadLog }
  /** `hasBegun`: the profiler, which has written none. */
  | { readonly type: 'no-ticks'; readonly hasBegun: boolean }
  /** More functions or stacks than a session file holds. */
  | { readonly type: 'too-many' }
  /** In the words of the system, of Node or of 0x. */
  | { readonly type: 'failed'; readonly why: string };
