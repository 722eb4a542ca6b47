/** A profile as it came over the protocol of the inspector: within the reply to `stop`, or its result alone, or wrapped by another tool. */
import type { Glance } from '../../foreign/importer.ts';
import { isObject, type Json } from '../../foreign/read-json.ts';

const WRAPPERS = ['profile', 'result', 'cpuProfile', 'payload', 'data'];
/** `{ result: { profile: … } }`, and one more for a program that keeps the reply in an object of its own. */
const MOST_WRAPPERS = 3;

/** `key` and `other` are in every such profile. */
export function isReply({ keys, includes }: Glance, key: string, other: string): boolean {
  return WRAPPERS.some((one) => keys.has(one)) && includes(`"${key}"`) && includes(`"${other}"`);
}

/** The object that has `key`; the innermost one, if none has. */
export function inReply(value: unknown, key: string): unknown {
  let inner = value;
  for (let i = 0; i < MOST_WRAPPERS && isObject(inner) && !(key in inner); i++) {
    const outer: Json = inner;
    const wrapper = WRAPPERS.find((one) => isObject(outer[one]));
    if (wrapper === undefined) return inner;
    inner = outer[wrapper];
  }
  return inner;
}
