/** The figures of phases, levels and requests of a plan, read from the rows when a run has ended, once. They are dropped together with their recording. */
import { computeParts, type LoadParts, NO_PARTS } from '../../../shared/load/part-figures.ts';
import { partsOfLoad } from '../../../shared/model/load-models.ts';
import { planOf } from '../../../shared/plan/plan-of.ts';
import type { RunRecording } from '../../../shared/session/recording.ts';
import type { OpenSession } from './open-session.ts';

const remembered = new WeakMap<RunRecording, { readonly version: number; readonly parts: Promise<LoadParts> }>();

/** Rejects if the rows cannot be read. */
export function partsOf(session: OpenSession): Promise<LoadParts> {
  const { recording } = session;
  const setup = recording.header?.setup;
  if (setup === undefined || recording.loadEndUs === null) return Promise.resolve(NO_PARTS);
  const known = remembered.get(recording);
  if (known?.version === recording.loadVersion) return known.parts;
  const { load } = setup;
  const plan = planOf(setup);
  const names = plan?.requests.map(({ name }) => name) ?? [];
  if (partsOfLoad(load) === null && names.length < 2) return Promise.resolve(NO_PARTS);
  const parts = computeParts({ load, names, isSequence: plan?.order === 'sequence', durationUs: recording.durationUs }, session.rows());
  remembered.set(recording, { version: recording.loadVersion, parts });
  parts.catch(() => remembered.delete(recording));
  return parts;
}
