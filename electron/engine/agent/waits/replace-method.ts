/** Methods of Node that are replaced by ours: from outside they look as before, but for their text. */
type Method = (this: object, ...given: unknown[]) => unknown;
/** `original`: to be called with `self` and `given`. */
export type Replacement = (original: Method, self: object, given: unknown[]) => unknown;

const { apply, getOwnPropertyDescriptor } = Reflect;
const { defineProperty } = Object;

/** `found`: the property as it is, where it is inherited. What is no method, or may not be replaced, is left alone. */
export function replaceMethod(of: object, name: string, replacement: Replacement, found = getOwnPropertyDescriptor(of, name)): void {
  if (typeof found?.value !== 'function' || found.configurable !== true) return;
  defineProperty(of, name, { ...found, value: methodLike(found.value as Method, replacement) });
}

/** `onCall` is told before it is called, with what and of what; what that throws only keeps the call from being observed. `found`: as above. */
export function seeCalls(
  of: object,
  name: string,
  onCall: (self: object, given: readonly unknown[]) => void,
  found?: PropertyDescriptor,
): void {
  const see: Replacement = (original, self, given) => {
    try {
      onCall(self, given);
    } catch {
      // As above.
    }
    return apply(original, self, given);
  };
  replaceMethod(of, name, see, found);
}

export function methodLike(original: Method, replacement: Replacement): Method {
  const { method } = {
    method(this: object, ...given: unknown[]): unknown {
      return replacement(original, this, given);
    },
  };
  // Of those written in JavaScript some could be called with `new`.
  const hasPrototype = getOwnPropertyDescriptor(original, 'prototype') !== undefined;
  const alike = hasPrototype
    ? function (this: object, ...given: unknown[]): unknown {
        return replacement(original, this, given);
      }
    : method;
  for (const property of ['name', 'length'] as const) defineProperty(alike, property, { value: original[property], configurable: true });
  if (hasPrototype) defineProperty(alike, 'prototype', { value: (original as { prototype?: unknown }).prototype });
  return alike;
}
