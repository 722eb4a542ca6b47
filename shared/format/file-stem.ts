/** A file name for any session name. */
export function fileStem(name: string): string {
  const stem = name
    .replace(/[\p{C}/\\:*?"<>|]+/gu, ' ')
    .trim()
    .slice(0, 100);
  return stem === '' || stem.startsWith('.') ? `session${stem}` : stem;
}
