import { explainSlow } from '../analysis/slow-requests.ts';
import type { RequestFilter } from '../model/request-filter.ts';
import type { SlowRequests } from '../model/slow-requests.ts';
import type { TimeWindow } from '../model/units.ts';
import { clipProfile } from '../profile/time/clip-profile.ts';
import type { RunRecording } from './recording.ts';

const US_PER_MS = 1_000;

/** Why the slowest requests of a run, or of a part of it, are slow. Null: its samples are not told apart by requests. */
export function slowRequestsOf(recording: RunRecording, filter: RequestFilter, window: TimeWindow | null): SlowRequests | null {
  const { served } = recording;
  if (!recording.tellsRequestsApart) return null;
  const all = recording.profiles('cpu');
  const profiles = window === null ? all : all.map((one) => clipProfile(one, window.fromMs * US_PER_MS, window.toMs * US_PER_MS));
  return explainSlow(profiles, served, filter, recording.servedPart(window));
}
