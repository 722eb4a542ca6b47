import type { Milliseconds } from '../../../shared/model/units.ts';
import { useEngineRequest } from '../../state/engine-request.ts';
import type { ProfileView } from './profile-query.ts';

/** When the last profile of a session ends; 0: there is none, or not known yet. */
export function useWholeEnd(view: ProfileView): Milliseconds {
  const { sessionId, kind, pid, thread } = view.query;
  const asked = { sessionId, hide: [], kind, pid, thread, fromUs: 0, toUs: 0, pixels: 1, search: '' };
  const { data } = useEngineRequest('profile.chart', asked, { version: view.version });
  return Math.max(0, ...(data?.meta.lanes.map(({ endUs }) => endUs / 1_000) ?? []));
}
