/** The arguments before and after `--`, which commander gives as one list. */
export function splitArguments(all: readonly string[], argv: readonly string[]): { before: readonly string[]; after: readonly string[] } {
  const at = argv.indexOf('--');
  const behind = at < 0 ? 0 : argv.length - at - 1;
  return { before: all.slice(0, all.length - behind), after: all.slice(all.length - behind) };
}
