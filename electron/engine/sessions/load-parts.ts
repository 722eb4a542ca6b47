/** The figures of phases, levels and requests of a plan, read from the rows when a run has ended, once. They are dropped together with their recording. */
import { computeParts, hasParts, type LoadParts, NO_PARTS } from '../../../shared/load/part-figures.ts';
import { Remembered } from '../../../shared/model/remembered.ts';
import { planOf } from '../../../shared/plan/plan-of.ts';
import type { RunRecording } from '../../../shared/session/recording.ts';
import type { OpenSession } from './open-session.ts';

const known = new Remembered<RunRecording, Promise<LoadParts>>();

/** Rejects if the rows cannot be read. */
export function partsOf(session: OpenSession): Promise<LoadParts> {
  const { recording } = session;
  const setup = recording.header?.setup;
  if (setup === undefined || recording.loadEndUs === null) return Promise.resolve(NO_PARTS);
  const { load } = setup;
  const plan = planOf(setup);
  const names = plan?.requests.map(({ name }) => name) ?? [];
  if (!hasParts(load) && load.model !== 'arrivals' && names.length < 2) return Promise.resolve(NO_PARTS);
  const { loadVersion: version, durationUs } = recording;
  const asked = { load, names, isSequence: plan?.order === 'sequence', durationUs };
  const parts = known.get(recording, version, () => computeParts(asked, session.rows()));
  parts.catch(() => known.forget(recording, version, parts));
  return parts;
}
