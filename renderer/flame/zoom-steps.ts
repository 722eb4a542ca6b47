/** The zoom of a flame graph as a history: a click is a step, and so is a whole gesture of wheel and drag. */
import { useMemo, useRef } from 'react';
import type { ViewChange } from '../state/address.ts';
import { useView } from '../state/view.ts';
import { type FlameZoom, isAll, NO_ZOOM } from './flame-frames.ts';

export interface ZoomSteps {
  readonly zoom: FlameZoom;
  readonly canGoBack: boolean;
  /** A gesture, or the way to a search hit, has led to it. */
  readonly isMove: boolean;
  /** `how`: it belongs to a step that was taken elsewhere. */
  readonly into: (zoom: FlameZoom, how?: ViewChange) => void;
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

/** The steps when something else (Back, Forward, a reload) has led to a zoom. */
export function stepsAt(steps: Steps, zoom: FlameZoom): Steps {
  const at = steps.findIndex((step) => isSameZoom(step.zoom, zoom));
  return at < 0 ? stepInto(steps, zoom) : at === steps.length - 1 ? steps : steps.slice(0, at + 1);
}

/** What is shown is in the address, the steps to it are not: after a reload the first of them shows everything. */
export function useZoomSteps(name: 'zoom' | 'tickZoom'): ZoomSteps {
  const [zoom, setZoom] = useView(name);
  const steps = useRef(NO_STEPS);
  steps.current = stepsAt(steps.current, zoom ?? NO_ZOOM);
  const actions = useMemo<Pick<ZoomSteps, 'into' | 'move' | 'back' | 'all'>>(() => {
    const take = (next: Steps, how: ViewChange) => {
      if (next === steps.current) return;
      steps.current = next;
      const shown = shownOf(next);
      setZoom(isAll(shown) ? null : shown, how);
    };
    return {
      into: (to, how = 'step') => take(stepInto(steps.current, to), how),
      move: (to) => {
        const next = moveTo(steps.current, to(shownOf(steps.current)));
        const more = next.length - steps.current.length;
        take(next, more > 0 ? 'step' : more < 0 ? 'back' : 'quiet');
      },
      back: () => take(stepBack(steps.current), 'back'),
      all: () => take(NO_STEPS, 'step'),
    };
  }, [setZoom]);
  const { length } = steps.current;
  const { zoom: shown, isMove } = steps.current[length - 1]!;
  return useMemo(() => ({ ...actions, zoom: shown, isMove, canGoBack: length > 1 }), [shown, isMove, length, actions]);
}
