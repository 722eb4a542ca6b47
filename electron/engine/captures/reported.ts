/** What the agent reports comes from the user's program: numbers are checked, and names are cut and shown. */
import { showHidden } from '../../../shared/base/show-hidden.ts';

export function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

/** A name as it is stored, of at most so many characters: hidden ones that are shown take more room. */
export function nameOfReport(name: string, most: number): string {
  return showHidden(name.slice(0, most / 2)).slice(0, most);
}
