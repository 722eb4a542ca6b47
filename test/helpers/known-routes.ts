/** Runs with a profile by request, of servers whose routes each have a function of their own (fixtures/targets/burning.cjs): what is true is known from the stacks. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openSession } from '../../electron/engine/sessions/session-file.ts';
import { requestStoryOf } from '../../shared/derive/recording-queries.ts';
import { isCollector, isIdle } from '../../shared/model/profile/frame-kind.ts';
import type { Profile } from '../../shared/model/profile/profile.ts';
import { CPU_TIME } from '../../shared/model/profile/selection.ts';
import { type ClientRequest, clientRequest, type NoStory, type RequestStory } from '../../shared/model/request-story.ts';
import type { RequestBatch } from '../../shared/model/run.ts';
import type { RunRecording } from '../../shared/session/recording.ts';
import { loopscope, scratch } from './command.ts';

export const ROUTE_OF: Readonly<Record<string, string>> = { burnCheap: 'GET /cheap/:id', burnMiddle: 'GET /middle', burnDear: 'GET /dear' };
/** How long each spins for a request, ms; what is around it comes on top. */
export const LEAST_MS: Readonly<Record<string, number>> = { 'GET /cheap/:id': 2, 'GET /middle': 5, 'GET /dear': 20 };
export const PLAN = `plan: 1
requests:
  - { name: cheap, url: /cheap/17, weight: 70 }
  - { name: middle, url: /middle, weight: 20 }
  - { name: dear, url: /dear, weight: 10 }
`;

export interface Recorded {
  readonly file: string;
  readonly recording: RunRecording;
  rows(): AsyncIterable<RequestBatch>;
}

/** For three seconds, unless `args` say how long or how much; by request, unless they ask for spans alone. */
export async function record(script: string, plan: string, ...args: string[]): Promise<Recorded> {
  const folder = scratch();
  const [planned, file] = [join(folder, 'plan.yaml'), join(folder, 'run.loopscope')];
  writeFileSync(planned, plan);
  const duration = args.includes('-d') || args.includes('-a') ? [] : ['-d', '3'];
  const asked = args.includes('--spans') ? ['--no-by-request'] : ['--by-request-limit', '100'];
  const ended = await loopscope('run', script, '--plan', planned, '-c', '6', ...duration, ...asked, '-o', file, ...args);
  expect(ended.code, ended.stderr).toBe(0);
  const opened = await openSession(file);
  if (!opened.ok || opened.value.kind !== 'run') throw new Error('not opened as a run');
  const { value } = opened;
  return { file, recording: value.recording, rows: () => value.rows() };
}

/** Which of the burning functions is on the stack of a node. */
function burnOf({ frames, frame, parent }: Profile, node: number): string | null {
  for (let at = node; at > 0; at = parent[at]!) {
    const { name } = frames[frame[at]!]!;
    if (name in ROUTE_OF) return name;
  }
  return null;
}

/** A sample in a burning function. */
interface Burning {
  readonly burn: string;
  /** Of which it is said to be; null: of no request; undefined: of a request that had not ended. */
  readonly route: string | null | undefined;
}

export function burning(recording: RunRecording): Burning[] {
  const { served } = recording;
  return recording.profiles(CPU_TIME).flatMap((profile) =>
    Array.from(profile.sampleNode).flatMap((node, i): Burning[] => {
      const { name, url } = profile.frames[profile.frame[node]!]!;
      const burn = isIdle({ name, url }) || isCollector({ name, url }) ? null : burnOf(profile, node);
      if (burn === null) return [];
      const request = profile.requests?.[i] ?? 0;
      if (request <= 0) return [{ burn, route: null }];
      const row = served.rowOf(profile.pid, request);
      return [{ burn, route: row < 0 ? undefined : served.routes[served.get('route', row)] }];
    }),
  );
}

/** Of the samples in burning functions: how many there are, and how many are of another route, of no request. */
export function judge(recording: RunRecording): { all: number; wrong: number; none: number } {
  const all = burning(recording);
  const wrong = all.filter(({ burn, route }) => route !== null && route !== undefined && route !== ROUTE_OF[burn]);
  return { all: all.length, wrong: wrong.length, none: all.filter(({ route }) => route === null).length };
}

export interface Told {
  readonly story: RequestStory;
  /** Which request of the plan. */
  readonly planned: number;
  readonly request: ClientRequest;
  /** Of the run. */
  readonly nth: number;
}

/** Of all requests of a run; of the others why there is none. */
export async function stories({ recording, rows }: Pick<Recorded, 'recording' | 'rows'>): Promise<{ told: Told[]; untold: NoStory[] }> {
  const [told, untold]: [Told[], NoStory[]] = [[], []];
  for await (const batch of rows()) {
    for (let row = 0; row < batch.start.length; row++) {
      const request = clientRequest(batch, row);
      const story = requestStoryOf(recording, request);
      if (typeof story === 'string') untold.push(story);
      else told.push({ story, planned: batch.request[row]!, request, nth: told.length + untold.length });
    }
  }
  return { told, untold };
}
