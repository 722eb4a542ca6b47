/** Who measures on this machine while a start is refused for it. */
import { useEffect, useState } from 'react';
import type { Failure } from '../../shared/model/failure.ts';
import { request } from '../bridge.ts';

/** The text changes by the minute; a start that waits begins at most this much late. */
const LOOK_EVERY_MS = 1_000;

/** After a start was refused. Undefined: not asked yet, or refused for something else; null: nobody measures any more. */
export function useBusy(refusal: Failure): Failure | null | undefined {
  const [busy, setBusy] = useState<Failure | null | undefined>(undefined);
  useEffect(() => {
    if (refusal.code !== 'busy') return;
    let isOver = false;
    const look = async () => {
      const reply = await request('app.busy', {});
      if (!isOver && reply.ok) setBusy(reply.value);
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
      setBusy(undefined);
    };
  }, [refusal]);
  return busy;
}
