/** For tests that measure the machine they run on: one run of bad luck is no failure, and one of good luck is no success. */
import { test } from 'vitest';

export const MOST_ATTEMPTS = 3;
export const NEEDED = 2;

/**
 * Makes up to three attempts until two have held, or two have not. An attempt holds when it returns; one that throws, for whatever
 * reason, a machine that is too busy among them, does not. Throws what the attempts said.
 */
export async function mostAttemptsHold(attempt: (nth: number) => Promise<void>, tell: (line: string) => void): Promise<void> {
  const errors: string[] = [];
  for (let nth = 1, held = 0; held < NEEDED; nth++) {
    try {
      await attempt(nth);
      held += 1;
      tell(`attempt ${nth}: held`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      errors.push(`attempt ${nth}: ${why}`);
      tell(`attempt ${nth}: did not hold: ${why}`);
      if (errors.length > MOST_ATTEMPTS - NEEDED) throw new Error(errors.join('\n'));
    }
  }
}

/** A test of which two attempts of at most three have to hold; for test/acceptance alone. `attempt` begins from nothing each time. */
export function twoOfThree(name: string, attempt: (nth: number) => Promise<void>): void {
  test(name, () => mostAttemptsHold(attempt, (line) => console.log(`${name}: ${line}`)));
}
