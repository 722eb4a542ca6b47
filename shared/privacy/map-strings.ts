/** Every text in a value of plain data, the names of fields that are one (a path, an address) among them. Numbers in bulk are passed over. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return typeof value[0] === 'number' ? value : value.map((one) => mapStrings(one, change));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [isName(key) ? key : change(key), mapStrings(one, change)]));
}

/** As the fields of our own data are called. */
function isName(key: string): boolean {
  return /^\w*$/.test(key);
}
