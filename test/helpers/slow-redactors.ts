import { cpuMs, type PumpText } from './pump.ts';
import { REDACTORS } from './redactors.ts';

/** What a text of 1 MB may take of CPU; linear ones take at most half of it. */
const MOST_MS = 1_000;
export const MEGABYTE = 1_000_000;

/** "name on text: ms" of each redactor that takes longer, twice. `textsOf`: what the nth is given. */
export function findSlowRedactors(textsOf: (nth: number) => readonly PumpText[]): string[] {
  return Object.entries(REDACTORS).flatMap(([name, redact], nth) =>
    textsOf(nth).flatMap(({ of, text }) => {
      const once = () => cpuMs(() => redact(text));
      const taken = Math.min(once(), MOST_MS + 1);
      return taken > MOST_MS && once() > MOST_MS ? [`${name} on ${of}: ${taken} ms`] : [];
    }),
  );
}
