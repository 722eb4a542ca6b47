/** The code that ran right before requests began to wait for one thing: by samples of the main thread, which tell of some of the calls. */
import { firstAbove } from '../base/ascending.ts';
import type { Microseconds } from '../base/units.ts';
import { MOST_CALLERS, type WaitCaller, type WaitCallers, type WaitedFor } from '../model/longest-waits.ts';
import { isIdle } from '../model/profile/frame-kind.ts';
import { MAIN_THREAD, type Profile } from '../model/profile/profile.ts';
import { UNKNOWN_LINE, UNKNOWN_OWNER, type WaitKind } from '../model/waits.ts';
import { waitsFor } from '../session/longest-waits.ts';
import type { ServedPart } from '../session/request-filter.ts';
import type { ServedRequests } from '../session/served-requests.ts';
import type { Waits } from '../session/wait-rows.ts';

/** Their line is that for a connection of a pool, which is measured from when the request last ran: what it ran last may be other code than what asked. */
const LINE_OF_POOL: ReadonlySet<WaitKind> = new Set<WaitKind>(['query', 'socket']);
/** A sample that is older than so many intervals may be of code that ended long before. */
const MOST_INTERVALS = 2;

/**
 * A call tells of its code if the last sample before it asked was taken in the same request, at most two intervals before: then that request has been at
 * work since, or nearly so. `profiles` are those of CPU time, times since time 0; `originUs`: time 0 on the engine's clock.
 */
export function waitCallers(
  waits: Waits,
  served: ServedRequests,
  part: ServedPart,
  of: WaitedFor,
  profiles: readonly Profile[],
  originUs: Microseconds,
): WaitCallers {
  const main = new Map(
    profiles.flatMap((profile) =>
      profile.thread === MAIN_THREAD && profile.inlined && profile.requests ? [[profile.pid, new OwnFrames(profile)]] : [],
    ),
  );
  const { start, line, pid, request } = waits.table();
  const found = new Map<string, { caller: WaitCaller; samples: number }>();
  let [calls, samples] = [0, 0];
  for (const row of waitsFor(waits, served, part, of)) {
    calls += 1;
    const isKnown = request[row] !== UNKNOWN_OWNER && line[row] !== UNKNOWN_LINE;
    if (!isKnown || (line[row]! > 0 && LINE_OF_POOL.has(of.kind))) continue;
    const caller = main.get(pid[row]!)?.before(start[row]! - line[row]! - originUs, request[row]!);
    if (caller === undefined) continue;
    samples += 1;
    if (caller === null) continue;
    const key = `${caller.line} ${caller.function} ${caller.url}`;
    const known = found.get(key) ?? { caller, samples: 0 };
    found.set(key, known);
    known.samples += 1;
  }
  const callers = [...found.values()]
    .sort((a, b) => b.samples - a.samples)
    .slice(0, MOST_CALLERS)
    .map((one) => ({ ...one.caller, samples: one.samples }));
  return { calls, samples, callers };
}

/** What ran at a time in a profile, as the innermost function of the user's own. */
class OwnFrames {
  /** By node; undefined: not looked for so far. */
  private readonly known = new Map<number, WaitCaller | null>();
  private readonly reachUs: Microseconds;

  constructor(private readonly profile: Profile) {
    this.reachUs = MOST_INTERVALS * profile.intervalUs;
  }

  /** Undefined: no sample tells; null: it was in no function of the user's own. */
  before(at: Microseconds, request: number): WaitCaller | null | undefined {
    const { sampleTime, sampleNode, requests, frames, frame } = this.profile;
    const sample = firstAbove(sampleTime, at) - 1;
    if (sample < 0 || requests?.[sample] !== request || at - sampleTime[sample]! > this.reachUs) return undefined;
    const node = sampleNode[sample]!;
    return isIdle(frames[frame[node]!]!) ? undefined : this.innermost(node);
  }

  private innermost(node: number): WaitCaller | null {
    const known = this.known.get(node);
    if (known !== undefined) return known;
    const { parent, frame, frames } = this.profile;
    let found: WaitCaller | null = null;
    for (let at = node; at >= 0 && found === null; at = parent[at]!) {
      const { kind, name, url, line } = frames[frame[at]!]!;
      if (kind === 'own') found = { function: name, url, line: line + 1, samples: 0 };
    }
    this.known.set(node, found);
    return found;
  }
}
