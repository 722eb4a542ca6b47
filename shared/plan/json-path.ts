/**
 * The paths of RFC 9535 that name one value: `$.user.name`, `$['a b'][0]`, `$.items[-1]`. Those that search, filter or calculate are none: an
 * expectation or a captured value is about one place.
 */
import type { Json } from '../model/load/plan.ts';

export type JsonPath = readonly (string | number)[];

const STEP = /\.([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff-]*)|\[(-?\d{1,9})\]|\[(?:'((?:[^'\\]|\\['\\])*)'|"((?:[^"\\]|\\["\\])*)")\]/y;

/** Null: not such a path. */
export function parseJsonPath(text: string): JsonPath | null {
  if (!text.startsWith('$')) return null;
  const steps: (string | number)[] = [];
  STEP.lastIndex = 1;
  let at = 1;
  for (; at < text.length; at = STEP.lastIndex) {
    const match = STEP.exec(text);
    if (match === null) return null;
    const [, member, index, single, double] = match;
    if (index === undefined) steps.push(member ?? (single ?? double)!.replace(/\\(['"\\])/g, '$1'));
    else steps.push(Number(index));
  }
  return steps;
}

/** Undefined: there is nothing at that place. */
export function valueAt(json: Json, path: JsonPath): Json | undefined {
  let value: Json | undefined = json;
  for (const step of path) {
    if (Array.isArray(value)) value = typeof step === 'number' ? (value as Json[])[step < 0 ? value.length + step : step] : undefined;
    else if (typeof value !== 'object' || value === null || typeof step === 'number') return undefined;
    // Own members only: `constructor` is on every object.
    else value = Object.hasOwn(value, step) ? (value as Readonly<Record<string, Json>>)[step] : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}
