/**
 * The door to d3-flame-graph. It only draws, and only what can be seen (flame-frames.ts); zoom, search and focus are ours, because the library
 * forgets them with every new tree.
 */

import flamegraph, { type DrawnSelection, type Frame, type Host, type Tooltip } from 'd3-flame-graph';
import { textScale } from '../text-scale.ts';
import type { FlameFrame } from './flame-frames.ts';

/** How a frame looks. */
export interface FramePaint {
  readonly fill: string;
  /** Names the colour of its letters in the style sheet. */
  readonly kind: string;
}

export interface FlamePicture {
  readonly root: FlameFrame;
  /** Pixels. */
  readonly width: number;
  readonly paintOf: (frame: FlameFrame) => FramePaint;
  readonly labelOf: (frame: FlameFrame) => string;
}

export interface FlameDrawing {
  readonly draw: (picture: FlamePicture) => void;
  /** Of what is drawn. Null: nothing yet. */
  readonly root: () => FlameFrame | null;
  /** The same frames in other colours. */
  readonly repaint: (paintOf: FlamePicture['paintOf']) => void;
  readonly setFocus: (frame: FlameFrame | null) => void;
  /** Outlined because it is hovered in another flame graph. */
  readonly setEcho: (frame: FlameFrame | null) => void;
  /** Scrolls a frame into view. Its position in pixels; null: it is not drawn. */
  readonly reveal: (frame: FlameFrame) => DOMRect | null;
  /** Scrolls its pane, if it has one, so that a frame stands at the top, below the nearest of its callers. */
  readonly bringToTop: (frame: FlameFrame) => void;
  /** The frame that an element of the drawing is part of. */
  readonly frameAt: (part: Element) => FlameFrame | null;
  readonly isDrawn: (frame: FlameFrame) => boolean;
  /** It is wide enough to be noticed. */
  readonly isSeen: (frame: FlameFrame) => boolean;
  readonly destroy: () => void;
}

/** Pixels from the left and from the top of the drawing. */
export interface FrameBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface FlameEvents {
  readonly onZoom: (frame: FlameFrame) => void;
  /** `event`: where the pointer is. Null: it has left. */
  readonly onHover: (hovered: { readonly frame: FlameFrame; readonly box: FrameBox; readonly event: MouseEvent } | null) => void;
}

/** Pixels at the usual text size. */
const ROW = 20;
/** Pixels. The library shows no labels in narrower frames. */
const LEAST_LABEL = 35;
/** Pixels. */
const LEAST_SEEN = 8;

type Placed = Frame<FlameFrame>;
type Drawn = SVGGElement & { __data__?: Placed };

/** The library uses four methods of a d3 selection; these are the four, for one element. */
function hostOf(element: HTMLElement & { __data__?: FlameFrame }): Host<FlameFrame> {
  const host: Host<FlameFrame> = {
    datum: (next) => {
      const data = typeof next === 'function' ? next(element.__data__ as FlameFrame) : next;
      if (data !== undefined) element.__data__ = data;
      return host;
    },
    each: (visit) => {
      visit.call(element, element.__data__ as FlameFrame);
      return host;
    },
    node: () => element,
    selectAll: (selector) => ({
      remove: () => {
        for (const found of element.querySelectorAll(selector)) found.remove();
      },
    }),
  };
  return host;
}

/** What the library does with a transition. */
interface Transition {
  duration(): Transition;
  ease(): Transition;
  delay(): Transition;
  attr(): Transition;
  text(value: (frame: never) => string): Transition;
}

/**
 * What the library does with each of thousands of frames, and what is not needed here, takes longer than drawing them:
 *
 * - Nothing moves. The library would still make three timers for each frame and compute the way from one transform to the next, so what its
 *   transitions set is set at once, and positions not at all: `finish` sets them.
 * - Nothing has a transform: a browser composites whatever has one by itself, and every tooltip would take a tenth of a second.
 * - Clicks and pointing are listened to once, on the drawing.
 * - What is the same for all frames, or follows from their width, is in the style sheet.
 *
 * The library's selections are its own, nobody else's.
 */
function switchOffWhatIsNotNeeded(selection: DrawnSelection): void {
  const methods = Object.getPrototypeOf(selection) as DrawnSelection;
  if (isSwitchedOff.has(methods)) return;
  isSwitchedOff.add(methods);
  const { attr } = methods;
  Object.assign(methods, {
    transition(this: DrawnSelection): Transition {
      const now: Transition = {
        duration: () => now,
        ease: () => now,
        delay: () => now,
        attr: () => now,
        text: (value) => {
          this.text(value);
          return now;
        },
      };
      return now;
    },
    attr(this: DrawnSelection, name: string, value: unknown) {
      return name === 'transform' ? this : attr.call(this, name, value);
    },
    style(this: DrawnSelection) {
      return this;
    },
    on(this: DrawnSelection) {
      return this;
    },
  });
}
const isSwitchedOff = new WeakSet<object>();

function place(part: Element | null, { x, y, width }: FrameBox): void {
  part?.setAttribute('x', String(x));
  part?.setAttribute('y', String(y));
  part?.setAttribute('width', String(width));
}

/** Enough to see what it is called by. */
const CALLERS_ABOVE = 2;

/** It is outside of the window, or below what stays at its top: the controls of the flame graph. */
function isCovered(group: Element): boolean {
  const { left, top, width, bottom } = group.getBoundingClientRect();
  const x = left + width / 2;
  return [top + 2, bottom - 2].some((y) => !(document.elementFromPoint(x, y)?.closest('g.frame') ?? null));
}

export function createFlameDrawing(element: HTMLElement, events: FlameEvents): FlameDrawing {
  const row = ROW * textScale();
  let picture: FlamePicture | null = null;
  let focused: FlameFrame | null = null;
  let echoed: FlameFrame | null = null;
  const drawn = new Map<FlameFrame, Drawn>();

  const boxOf = ({ x0, x1, depth }: Placed): FrameBox => {
    const { width } = picture!;
    return { x: x0 * width, y: depth * row, width: (x1 - x0) * width, height: row };
  };

  /** Positions, and what the library does not know. It overwrites class names. */
  const finish = (): void => {
    drawn.clear();
    for (const group of element.querySelectorAll<Drawn>('g.frame')) {
      const frame = group.__data__;
      if (frame === undefined || picture === null) continue;
      drawn.set(frame.data, group);
      group.dataset.kind = picture.paintOf(frame.data).kind;
      const box = boxOf(frame);
      const isNarrow = box.width < LEAST_LABEL;
      group.toggleAttribute('data-narrow', isNarrow);
      place(group.firstElementChild, box);
      if (!isNarrow) place(group.lastElementChild, box);
    }
  };
  const classOf = (frame: FlameFrame | null, name: string, isOn: boolean): Drawn | undefined => {
    const found = frame === null ? undefined : drawn.get(frame);
    found?.classList.toggle(name, isOn);
    return found;
  };

  // Without one it would give each frame a title.
  const tooltip: Tooltip<FlameFrame> = Object.assign(switchOffWhatIsNotNeeded, { show: () => {}, hide: () => {}, destroy: () => {} });

  const chart = flamegraph<FlameFrame>()
    .cellHeight(row)
    .minFrameSize(1)
    .transitionDuration(0)
    .resetHeightOnZoom(true)
    .inverted(true)
    .sort(false)
    .selfValue(false)
    .getName((frame) => (picture === null || boxOf(frame).width < LEAST_LABEL ? '' : picture.labelOf(frame.data)))
    .setColorMapper(({ data }) => picture?.paintOf(data).fill ?? '')
    .tooltip(tooltip);

  const placedAt = (part: EventTarget | null): Placed | null => (part as Element).closest<Drawn>('g.frame')?.__data__ ?? null;
  const onClick = ({ target }: MouseEvent): void => {
    const placed = placedAt(target);
    if (placed !== null) events.onZoom(placed.data);
  };
  const onOver = (event: MouseEvent): void => {
    const placed = placedAt(event.target);
    if (placed !== null) events.onHover({ frame: placed.data, box: boxOf(placed), event });
  };
  const onOut = ({ target }: MouseEvent): void => {
    if (placedAt(target) !== null) events.onHover(null);
  };
  element.addEventListener('click', onClick);
  element.addEventListener('mouseover', onOver);
  element.addEventListener('mouseout', onOut);

  return {
    draw: (next) => {
      const isFirst = picture === null;
      picture = next;
      chart.width(next.width);
      if (isFirst) chart(hostOf(element).datum(next.root));
      else chart.update(next.root);
      finish();
    },
    root: () => picture?.root ?? null,
    repaint: (paintOf) => {
      if (picture === null) return;
      picture = { ...picture, paintOf };
      for (const [frame, group] of drawn) {
        const { fill, kind } = paintOf(frame);
        const rect = group.firstElementChild;
        if (group.dataset.kind !== kind) group.dataset.kind = kind;
        if (rect?.getAttribute('fill') !== fill) rect?.setAttribute('fill', fill);
      }
    },
    setFocus: (frame) => {
      classOf(focused, 'focused', false);
      focused = frame;
      const group = classOf(frame, 'focused', true);
      // Drawn last, so that its outline is above its neighbours.
      group?.parentNode?.appendChild(group);
    },
    setEcho: (frame) => {
      if (frame === echoed) return;
      classOf(echoed, 'echo', false);
      echoed = frame;
      classOf(frame, 'echo', true);
    },
    reveal: (frame) => {
      const group = drawn.get(frame);
      if (group === undefined) return null;
      if (isCovered(group)) group.scrollIntoView({ block: 'center', inline: 'nearest' });
      return group.getBoundingClientRect();
    },
    bringToTop: (frame) => {
      const pane = element.closest('[data-pane]');
      const group = drawn.get(frame);
      if (pane === null || group === undefined) return;
      pane.scrollTop += group.getBoundingClientRect().top - pane.getBoundingClientRect().top - CALLERS_ABOVE * row;
    },
    frameAt: (part) => placedAt(part)?.data ?? null,
    isDrawn: (frame) => drawn.has(frame),
    isSeen: (frame) => frame.joined === null && frame.value * (picture?.width ?? 0) >= LEAST_SEEN * (picture?.root.value ?? 0),
    destroy: () => {
      element.removeEventListener('click', onClick);
      element.removeEventListener('mouseover', onOver);
      element.removeEventListener('mouseout', onOut);
      if (picture !== null) chart.destroy();
      drawn.clear();
    },
  };
}
