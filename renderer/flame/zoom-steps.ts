/** The zoom of a flame graph as a history: a click is a step, and so is a whole gesture of wheel and drag. */
import { useMemo, useState } from 'react';
import { type FlameZoom, NO_ZOOM } from './flame-frames.ts';

export interface ZoomSteps {
  readonly zoom: FlameZoom;
  readonly canGoBack: boolean;
  readonly into: (zoom: FlameZoom) => void;
  /** A piece of a gesture, or the way from one search hit to the next. */
  readonly move: (to: (now: FlameZoom) => FlameZoom) => void;
  readonly back: () => void;
  /** Shows everything, and forgets the steps. */
  readonly all: () => void;
}

/** What was shown before, oldest first; the last one is shown. */
export type Steps = readonly { readonly zoom: FlameZoom; readonly isMove: boolean }[];

export const NO_STEPS: Steps = [{ zoom: NO_ZOOM, isMove: false }];

export function shownOf(steps: Steps): FlameZoom {
  return steps[steps.length - 1]!.zoom;
}

export function stepInto(steps: Steps, zoom: FlameZoom): Steps {
  return isSameZoom(zoom, shownOf(steps)) ? steps : [...steps, { zoom, isMove: false }];
}

/** What the gesture has shown so far is replaced. */
export function moveTo(steps: Steps, zoom: FlameZoom): Steps {
  if (isSameZoom(zoom, shownOf(steps))) return steps;
  const before = steps[steps.length - 1]!.isMove ? steps.slice(0, -1) : steps;
  return isSameZoom(zoom, shownOf(before)) ? before : [...before, { zoom, isMove: true }];
}

export function stepBack(steps: Steps): Steps {
  return steps.length > 1 ? steps.slice(0, -1) : steps;
}

export function isSameZoom(one: FlameZoom, other: FlameZoom): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function useZoomSteps(): ZoomSteps {
  const [steps, setSteps] = useState(NO_STEPS);
  const actions = useMemo<Pick<ZoomSteps, 'into' | 'move' | 'back' | 'all'>>(
    () => ({
      into: (zoom) => setSteps((known) => stepInto(known, zoom)),
      move: (to) => setSteps((known) => moveTo(known, to(shownOf(known)))),
      back: () => setSteps(stepBack),
      all: () => setSteps(NO_STEPS),
    }),
    [],
  );
  return useMemo(() => ({ ...actions, zoom: shownOf(steps), canGoBack: steps.length > 1 }), [steps, actions]);
}
