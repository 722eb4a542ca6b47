import { firstOf } from '../base/shorten.ts';

/** A file name for any session name. */
export function fileStem(name: string): string {
  const stem = firstOf(name.replace(/[\p{C}/\\:*?"<>|]+/gu, ' ').trim(), 100);
  return stem === '' || stem.startsWith('.') ? `session${stem}` : stem;
}
