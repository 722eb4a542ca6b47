/** What can be sent as a header. A line break in it would begin another header, or another request. */
import type { NameValue } from './setting.ts';

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

export function canBeSent({ name, value }: NameValue): boolean {
  return TOKEN.test(name) && FIELD_VALUE.test(value);
}

/** An empty User-Agent means none, as it does to k6: nothing else would leave out that of the sender. */
export function isSent({ name, value }: NameValue): boolean {
  return value !== '' || name.toLowerCase() !== 'user-agent';
}
