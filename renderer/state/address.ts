/**
 * The address of the page: which screen, and what it shows of its session. In memory at once, in the address a moment later, and back from
 * there on reload, Back and Forward. Changes made together are one step of the history.
 */
import { create } from 'zustand';
import { NO_VIEW, parseView, printView, type ViewState } from './view-codec.ts';

export interface Address {
  /** Of the screen, as in the address: `#/run/ID`. */
  readonly path: string;
  readonly view: ViewState;
}

/**
 * `step`: Back undoes it. `quiet`: it belongs to the step before; also for what changes with every frame, as the address is written when
 * that rests. `back`: it undoes a step, so Back must not show the same thing once more.
 */
export type ViewChange = 'step' | 'quiet' | 'back';

/** Browsers refuse more than about 20 changes a second. */
const REST_MS = 150;

export const HOME = '#/';

export const useAddress = create<Address>(() => ({ path: HOME, view: NO_VIEW }));

/** The address of the current entry of the history. */
let written = '';
/** How the change that is not written yet is to be written. */
let due: ViewChange | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The history is on its way to the entry before. What changes meanwhile is written there. */
let isReturning = false;

function hashNow(): string {
  const { path, view } = useAddress.getState();
  const query = printView(view);
  return query === '' ? path : `${path}?${query}`;
}

export function changeView(change: Partial<ViewState>, how: ViewChange): void {
  // What was typed before a step is to be found again before it.
  if (how !== 'quiet' && due === 'quiet') write();
  useAddress.setState(({ view }) => ({ view: { ...view, ...change } }));
  if (how === 'quiet' && due !== null && due !== 'quiet') return;
  due = due === 'step' ? due : how;
  clearTimeout(timer);
  if (how === 'quiet') timer = setTimeout(write, REST_MS);
  else queueMicrotask(write);
}

/** Another screen. `replace`: Back does not return here. */
export function goTo(path: string, view: ViewState, replace: boolean): void {
  write();
  useAddress.setState({ path, view });
  due = replace ? 'quiet' : 'step';
  write();
}

function write(): void {
  clearTimeout(timer);
  if (due === null || isReturning) return;
  const how = due;
  due = null;
  const hash = hashNow();
  if (hash === written) return;
  if (how === 'back' && beforeCurrent() === hash) {
    isReturning = true;
    window.history.back();
    return;
  }
  if (how === 'step') window.history.pushState({ before: written }, '', hash);
  else window.history.replaceState(window.history.state, '', hash);
  written = window.location.hash;
}

/** The address that the step to the current entry came from. */
function beforeCurrent(): unknown {
  return (window.history.state as { before?: unknown } | null)?.before;
}

function follow(): void {
  if (window.location.hash === written && !isReturning) return;
  written = window.location.hash;
  const wasReturning = isReturning;
  isReturning = false;
  if (wasReturning && due !== null) {
    write();
    return;
  }
  if (hashNow() === written) return;
  due = null;
  clearTimeout(timer);
  // Without a hash it is Home, too.
  const [path = '', query = ''] = split(written === '' ? HOME : written);
  useAddress.setState(({ view }) => ({ path, view: parseView(query, view) }));
}

function split(hash: string): readonly string[] {
  const at = hash.indexOf('?');
  return at < 0 ? [hash] : [hash.slice(0, at), hash.slice(at + 1)];
}

/** Follows the address. Called once, before the first render. */
export function setupAddress(): void {
  window.addEventListener('popstate', follow);
  window.addEventListener('hashchange', follow);
  follow();
}
