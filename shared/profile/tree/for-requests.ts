/**
 * Which time of a profile was spent for requests, as far as its stacks tell. Node calls handlers of requests from its HTTP server, and callbacks of
 * timers from its timers:
 *
 *   parserOnIncoming - emit - handle      processTimers - listOnTimeout - refresh      processTicksAndRejections - handle
 *   for a request                         in a timer                                   behind an `await`: the stack does not say
 *
 * What goes on later is known by the functions that it goes on in: where its outermost function of the user's own, or a package that called that,
 * was otherwise seen only in requests, or only in timers, it is counted there. What a request has set a timer for is in a timer.
 */
import type { Frame } from '../../model/profile/profile.ts';
import type { CallTree } from './call-tree.ts';
import { withoutNodes } from './reshape-tree.ts';

/** The same tree, with the time of some stacks only. */
export interface KnownOrigins {
  readonly inRequests: CallTree;
  readonly inTimers: CallTree;
}

const UNKNOWN = 0;
const REQUEST = 1;
const TIMER = 2;
type Origin = typeof UNKNOWN | typeof REQUEST | typeof TIMER;

/** A function with so much of its known time in one of both is of that: a timer of its own may send a request to itself. */
const NEARLY_ALL = 0.9;

export function findOrigins(tree: CallTree): KnownOrigins {
  const origins = originsOf(tree);
  const only = (wanted: Origin): CallTree => withoutNodes(tree, (node) => origins[node] !== wanted);
  return { inRequests: only(REQUEST), inTimers: only(TIMER) };
}

/** By node. */
function originsOf({ frames, frame, parent, total }: CallTree): Uint8Array {
  const starts = frames.map(startOf);
  const origins = new Uint8Array(parent.length);
  const [ofRequests, ofTimers] = [new Float64Array(frames.length), new Float64Array(frames.length)];
  for (let node = 1; node < parent.length; node++) {
    const of = frame[node]!;
    origins[node] = origins[parent[node]!]! || starts[of]!;
    if (origins[node] === REQUEST) ofRequests[of]! += total[node]!;
    if (origins[node] === TIMER) ofTimers[of]! += total[node]!;
  }
  const usually = frames.map(({ kind }, of): Origin => {
    const known = ofRequests[of]! + ofTimers[of]!;
    if ((kind !== 'own' && kind !== 'dependency') || known === 0) return UNKNOWN;
    if (ofRequests[of]! >= NEARLY_ALL * known) return REQUEST;
    return ofTimers[of]! >= NEARLY_ALL * known ? TIMER : UNKNOWN;
  });
  const isBelowOwn = new Uint8Array(parent.length);
  for (let node = 1; node < parent.length; node++) {
    const above = parent[node]!;
    isBelowOwn[node] = isBelowOwn[above] === 1 || frames[frame[above]!]!.kind === 'own' ? 1 : 0;
    if (origins[node] !== UNKNOWN) continue;
    origins[node] = origins[above]! || (isBelowOwn[node] === 1 ? UNKNOWN : usually[frame[node]!]!);
  }
  return origins;
}

const HTTP_SERVER = /^(?:node:)?(?:_http_server|internal\/http2\/compat)(?:\.js)?$/;
const TIMERS = /^(?:node:)?internal\/timers(?:\.js)?$/;

/** `setImmediate` is in the file of the timers as well; requests and others go on by it. */
function startOf({ name, url, kind }: Frame): Origin {
  if (kind !== 'core') return UNKNOWN;
  if (HTTP_SERVER.test(url)) return REQUEST;
  return TIMERS.test(url) && (name === 'listOnTimeout' || name === 'processTimers') ? TIMER : UNKNOWN;
}
