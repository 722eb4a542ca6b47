/**
 * The context of a piece of JavaScript that runs in an AsyncResource. Nodes that keep contexts in frames of V8 (24 and later) call the hook `before`
 * of it before they have changed to its frame: what `getStore` tells there is the context of whoever runs it.
 */
import { type AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

type Frame = { get(storage: object): unknown } | undefined;

/** Null: this version of Node works in another way. */
export function frameReader<T>(storage: AsyncLocalStorage<T | null>): ((resource: object) => T | undefined) | null {
  const probe = {} as T;
  const made = storage.run(probe, () => new AsyncResource('loopscope.probe', { requireManualDestroy: true }));
  const key = Object.getOwnPropertySymbols(made).find(({ description }) => description === 'context_frame');
  if (key === undefined) return null;
  const frameOf = (resource: object): Frame => Reflect.get(resource, key) as Frame;
  // Without async context frames the symbol may exist with an empty value.
  if (typeof frameOf(made)?.get !== 'function' || frameOf(made)?.get(storage) !== probe) return null;
  return (resource) => (frameOf(resource)?.get(storage) as T | null | undefined) ?? undefined;
}
