/** A path without the folder that all of them lie in; any other value as it is. */
export function shortenPath(value: string, all: readonly (string | null)[]): string {
  const paths = all.filter((one): one is string => one !== null);
  // As Windows writes them, if all of them look like that.
  const separator = paths.every((one) => /^(?:[A-Za-z]:)?\\/.test(one)) ? '\\' : '/';
  if (!paths.every((one) => one.includes(separator)) || paths.length < 2) return value;
  const parts = paths.map((one) => one.split(separator));
  const shortest = Math.min(...parts.map(({ length }) => length));
  let common = 0;
  while (common < shortest - 1 && parts.every((one) => one[common] === parts[0]![common])) common += 1;
  // The root alone: /plain would become something else.
  if (parts[0]!.slice(0, common).join('') === '') return value;
  return value.split(separator).slice(common).join(separator);
}
