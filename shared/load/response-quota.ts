import type { KeptResponse } from '../model/kept-response.ts';
import { isGoodResponse, MOST_FAILING, MOST_OF_A_KIND } from '../model/kept-response.ts';
import { type ErrorKind, errorKindOf } from '../model/run.ts';

/** Nothing came of them, for a reason that another row tells. */
const NOT_KEPT: readonly (ErrorKind | null)[] = ['ABANDONED', 'DROPPED'];

/** Whether one more response is to be kept. Asked for every response, so it only looks into small arrays. */
export class ResponseQuota {
  /** By request of the plan. */
  readonly #hasGood: boolean[] = [];
  readonly #ofStatus = new Uint8Array(1_000);
  #failing = 0;

  /** `status` as in the rows; `isGood`: it is the one that was wanted. */
  wants(request: number, status: number, isGood: boolean): boolean {
    if (isGood) return this.wantsGood(request);
    return this.#failing < MOST_FAILING && this.#ofStatus[status]! < MOST_OF_A_KIND && !NOT_KEPT.includes(errorKindOf(status));
  }

  took(request: number, status: number, isGood: boolean): void {
    if (isGood) {
      this.#hasGood[request] = true;
      return;
    }
    this.#failing++;
    this.#ofStatus[status]!++;
  }

  wantsGood(request: number): boolean {
    return this.#hasGood[request] !== true;
  }
}

/** The first ones of several load processes, each of which has kept its own. */
export function keepFirst(responses: readonly KeptResponse[]): KeptResponse[] {
  const quota = new ResponseQuota();
  return [...responses]
    .sort((a, b) => a.at - b.at)
    .filter((response) => {
      const { request, status } = response;
      const isGood = isGoodResponse(response);
      const isWanted = quota.wants(request, status, isGood);
      if (isWanted) quota.took(request, status, isGood);
      return isWanted;
    });
}
