import { type Outcome, succeed } from '../../../../shared/model/failure.ts';

/** The answer to a request that only has something done. */
export async function answerNothing(work: unknown): Promise<Outcome<null>> {
  await work;
  return succeed(null);
}
