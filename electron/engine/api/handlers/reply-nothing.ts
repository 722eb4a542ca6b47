import { type Outcome, succeed } from '../../../../shared/model/failure.ts';

/** The reply to a request whose work has no result. */
export async function replyNothing(work: unknown): Promise<Outcome<null>> {
  await work;
  return succeed(null);
}
