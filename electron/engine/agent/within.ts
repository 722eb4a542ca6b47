import type { Milliseconds } from '../../../shared/base/units.ts';

/** Waits at most `timeoutMs` for a step of another thread or process. Returns whether it settled, with a value or an error. */
export async function within(step: Promise<unknown>, timeoutMs: Milliseconds): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false);
  });
  const came = step.then(
    () => true,
    () => true,
  );
  const isInTime = await Promise.race([came, patience]);
  clearTimeout(timer);
  return isInTime;
}
