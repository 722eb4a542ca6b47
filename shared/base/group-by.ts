/** What has the same key together, in the order in which keys come first. */
export function groupBy<T, Key = string>(all: Iterable<T>, keyOf: (one: T) => Key): Map<Key, [T, ...T[]]> {
  const groups = new Map<Key, [T, ...T[]]>();
  for (const one of all) {
    const key = keyOf(one);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [one]);
    else known.push(one);
  }
  return groups;
}
