/** What each load process of a run does: its part of the connections, and of the requests if their number is given. */
import type { LoadPlan } from '../../../shared/model/setup.ts';

export interface LoadShare {
  readonly plan: LoadPlan;
  /** Number of its first connection: connections are numbered across all shares. */
  readonly firstConnection: number;
}

/**
 * One share for each load process. Requests are divided in proportion to the connections, so that all shares end at about the same time;
 * a share without requests is left out.
 */
export function divideLoad({ requests, load, client }: LoadPlan): readonly LoadShare[] {
  const { connections, end } = load;
  return Array.from({ length: client.workers }, (_, nth) => {
    const [from, to] = [edge(connections, nth, client.workers), edge(connections, nth + 1, client.workers)];
    const ownEnd =
      end.by === 'duration' ? end : { ...end, requests: edge(end.requests, to, connections) - edge(end.requests, from, connections) };
    return { plan: { requests, load: { ...load, connections: to - from, end: ownEnd }, client }, firstConnection: from };
  }).filter(({ plan: { load: own } }) => own.connections > 0 && (own.end.by === 'duration' || own.end.requests > 0));
}

/** Where the first `part` of `parts` equal parts ends; the remainder goes to the first ones. */
function edge(whole: number, part: number, parts: number): number {
  return Math.ceil((whole * part) / parts);
}
