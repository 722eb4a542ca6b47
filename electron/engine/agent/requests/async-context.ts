/**
 * In whose name JavaScript runs, and a call for each callback that begins. Node has two ways to carry a context along, and each has its own price:
 *
 * - In frames of V8 (24 and later) AsyncLocalStorage costs next to nothing, a hook of promises that V8 calls is cheaper than Node's, and Node's hook can be
 *   kept away from promises.
 * - Before, AsyncLocalStorage is a hook that copies the context to each resource that is made. A hook of our own, which is called anyway, does it as well.
 */
import { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId, executionAsyncResource } from 'node:async_hooks';
import { promiseHooks } from 'node:v8';

/** What one is told of callbacks. Nothing of it may throw: that ends the program. */
export interface CallbackObserver {
  before(resource: object): void;
  after(): void;
  /** A promise goes on, which is always after a callback of the system, and before the next one. */
  beforePromise(): void;
  afterPromise(): void;
  /** Something is made that will call back; not called for promises where it can be avoided. */
  init?(type: string, resource: object): void;
}

export interface AsyncContext<T extends object> {
  observer: CallbackObserver;
  get(): T | undefined;
  enter(value: T): void;
  /** Of a piece of JavaScript with a context of its own (AsyncResource), of which `before` is called. */
  ofScope(resource: object): T | undefined;
  /** While it is off nothing is observed, and no context is carried along. */
  switchTo(isOn: boolean): void;
}

type HookOptions = Parameters<typeof createHook>[0] & { readonly trackPromises?: boolean };

/** Off at first. */
export function asyncContext<T extends object>(observer: CallbackObserver): AsyncContext<T> {
  const storage = new AsyncLocalStorage<T | undefined>();
  const frameOf = frameReader(storage);
  return frameOf === null ? new CopiedContext(observer) : new FrameContext(storage, frameOf, observer);
}

class CopiedContext<T extends object> implements AsyncContext<T> {
  private readonly hook;
  private readonly key = Symbol('loopscope');
  /** The resource that was looked at last, by its id: to look costs more than all else here, as every resource is of another shape. */
  private id = Number.NaN;
  private value: T | undefined;

  constructor(public observer: CallbackObserver) {
    const { key } = this;
    this.hook = createHook({
      init: (_id, type, _trigger, resource) => {
        const value = this.get();
        if (value !== undefined) (resource as Record<symbol, unknown>)[key] = value;
        if (type !== 'PROMISE') this.observer.init?.(type, resource);
      },
      before: (id) => this.observer.before(this.lookAt(id)),
      after: () => this.observer.after(),
    });
  }

  get(): T | undefined {
    const id = executionAsyncId();
    if (id !== this.id) this.lookAt(id);
    return this.value;
  }

  /** `id`: of what runs, which is returned. */
  private lookAt(id: number): object {
    const resource = executionAsyncResource();
    this.id = id;
    this.value = this.ofScope(resource);
    return resource;
  }

  enter(value: T): void {
    (executionAsyncResource() as Record<symbol, unknown>)[this.key] = value;
    this.id = Number.NaN;
  }

  ofScope(resource: object): T | undefined {
    return (resource as Record<symbol, T | undefined>)[this.key];
  }

  switchTo(isOn: boolean): void {
    if (isOn) this.hook.enable();
    else this.hook.disable();
  }
}

type FrameReader = (resource: object) => { get(storage: object): unknown } | undefined;

class FrameContext<T extends object> implements AsyncContext<T> {
  private readonly hook;
  private readonly isWithoutPromises = canDoWithoutPromises();
  private readonly stopPromises: (() => void)[] = [];

  constructor(
    private readonly storage: AsyncLocalStorage<T | undefined>,
    private readonly frameOf: FrameReader,
    public observer: CallbackObserver,
  ) {
    const options: HookOptions = {
      before: () => this.observer.before(executionAsyncResource()),
      after: () => this.observer.after(),
      ...(observer.init && { init: (_id, type, _trigger, resource) => type !== 'PROMISE' && this.observer.init!(type, resource) }),
      trackPromises: false,
    };
    this.hook = createHook(options);
  }

  get(): T | undefined {
    return this.storage.getStore();
  }

  enter(value: T): void {
    this.storage.enterWith(value);
  }

  /** The hook `before` of it is called before Node has changed to its frame: what `getStore` tells there is the context of whoever runs it. */
  ofScope(resource: object): T | undefined {
    return this.frameOf(resource)?.get(this.storage) as T | undefined;
  }

  switchTo(isOn: boolean): void {
    for (const stop of this.stopPromises.splice(0)) stop();
    if (isOn) {
      this.hook.enable();
      if (this.isWithoutPromises) this.stopPromises.push(...this.observePromises());
    } else {
      this.hook.disable();
      this.storage.disable();
    }
  }

  private observePromises(): (() => void)[] {
    const stops = [promiseHooks.onBefore(() => this.observer.beforePromise()), promiseHooks.onAfter(() => this.observer.afterPromise())];
    return stops as (() => void)[];
  }
}

/** Null: this Node does not keep contexts in frames, or not the way that is known. */
function frameReader<T>(storage: AsyncLocalStorage<T | undefined>): FrameReader | null {
  const probe = {} as T;
  const made = storage.run(probe, () => new AsyncResource('loopscope.probe', { requireManualDestroy: true }));
  storage.disable();
  const key = Object.getOwnPropertySymbols(made).find(({ description }) => description === 'context_frame');
  if (key === undefined) return null;
  const frameOf: FrameReader = (resource) => Reflect.get(resource, key) as ReturnType<FrameReader>;
  // Without async context frames the symbol may exist with an empty value.
  return typeof frameOf(made)?.get === 'function' && frameOf(made)?.get(storage) === probe ? frameOf : null;
}

/** Nodes that do not know the option call the hook for promises as well. */
function canDoWithoutPromises(): boolean {
  let isAsked = true;
  const options: HookOptions = {
    init: (_id, type) => {
      if (type === 'PROMISE') isAsked = false;
    },
    trackPromises: false,
  };
  const hook = createHook(options).enable();
  void new Promise(() => {});
  hook.disable();
  return isAsked;
}
