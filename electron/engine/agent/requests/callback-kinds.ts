/** What kind of callback begins, by the resource that Node has made for it. */
import { AsyncResource } from 'node:async_hooks';

/**
 * - `follows`: the continuation of a promise, or a tick; it runs after a callback of the system, and before the next one
 * - `scope`: a piece of JavaScript in a context of its own (AsyncResource), anywhere
 * - `handle`: of a connection, or of something else that lives on
 * - `server`: a server reads a request
 */
export type CallbackKind = 'follows' | 'scope' | 'handle' | 'timer' | 'server' | 'other';

export const PORT = 'MessagePort';
/** What ports are called in a program that has some. */
export const THREADS = 'worker threads';

/** Handles by the names of their classes, for which Node has nothing public, and what each is called. */
export const HANDLES: Readonly<Record<string, string>> = {
  TCP: 'TCP',
  TLSWrap: 'TLS',
  Pipe: 'pipe',
  UDP: 'UDP',
  Http2Session: 'HTTP/2',
  [PORT]: 'message ports',
  FSEvent: 'watched files',
};

const { getPrototypeOf, getOwnPropertyDescriptor, hasOwn } = Object;
const PROMISE = Promise.prototype;
const PLAIN = Object.prototype;
const SCOPE = AsyncResource.prototype;

/** By prototype: a class is looked at once. */
const kinds = new WeakMap<object, CallbackKind>();

export function kindOf(resource: object): CallbackKind {
  const prototype = getPrototypeOf(resource) as object | null;
  if (prototype === PROMISE) return 'follows';
  if (prototype === PLAIN || prototype === null) return 'callback' in resource ? 'follows' : 'other';
  let kind = kinds.get(prototype);
  if (kind === undefined) {
    kind = kindOfClass(prototype);
    kinds.set(prototype, kind);
  }
  return kind;
}

function kindOfClass(prototype: object): CallbackKind {
  if (prototype === SCOPE || isOf(SCOPE, prototype)) return 'scope';
  if (isOf(PROMISE, prototype)) return 'follows';
  const name = classNameOf(prototype);
  // Promises up to Node 18; ticks, which are plain objects otherwise, of later versions of Node 26.
  if (name === 'PromiseWrap' || name === 'TickObject') return 'follows';
  if (name === 'Timeout') return 'timer';
  if (name === 'HTTPServerAsyncResource') return 'server';
  return hasOwn(HANDLES, name) ? 'handle' : 'other';
}

function isOf(parent: object, prototype: object): boolean {
  return Object.prototype.isPrototypeOf.call(parent, prototype);
}

/** Of an instance's prototype, without running a getter of the program's. */
export function classNameOf(prototype: object): string {
  const made: unknown = getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  const name: unknown = typeof made === 'function' ? getOwnPropertyDescriptor(made, 'name')?.value : undefined;
  return typeof name === 'string' ? name : '';
}
