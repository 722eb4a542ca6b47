/** The part of the contract that is about studies and samples. */

import * as z from '../base/schema.ts';
import type { Study } from '../model/comparison/study.ts';
import { filePath, gives, id, type Requests } from './request.ts';

/** Files of resources/samples, the simplest first. */
export const SAMPLES = ['slow-route', 'ssr'] as const;
export type SampleName = (typeof SAMPLES)[number];

export const studyRequests = {
  'study.list': { needs: 'read', params: z.strictObject({}), reply: gives<readonly Study[]> },
  /** Opens a copy of a recorded session that comes with the product. */
  'sample.open': { needs: 'act', params: z.strictObject({ name: z.enum(SAMPLES) }), reply: gives<{ sessionId: string }> },
  /** The study in a folder. Nothing of it is run. */
  'study.open': { needs: 'act', params: z.strictObject({ path: filePath }), reply: gives<Study> },
  /** The guess of a study, kept in the session. */
  'study.guess': { needs: 'act', params: z.strictObject({ sessionId: id, choice: z.string().min(1).max(200) }), reply: gives<null> },
} as const satisfies Requests;
