/**
 * The door to d3-flame-graph. It only draws; zoom, search and focus are ours and are written as marks into the data before
 * it draws, because the library forgets both with every new tree.
 */
import flamegraph, { type Frame, type Host, type Tooltip } from 'd3-flame-graph';
import type { FlameNode } from './flame-model.ts';

export interface FlameDrawing {
  /** Draws a new tree whose marks are set. */
  readonly update: (root: FlameNode) => void;
  /** Redraws the same tree after its marks have changed. */
  readonly redraw: () => void;
  readonly setWidth: (width: number) => void;
  readonly setFocus: (node: FlameNode | null) => void;
  /** Outlined because it is hovered in another flame graph. */
  readonly setEcho: (node: FlameNode | null) => void;
  /** Position of a frame in pixels inside the drawing; null: it is not drawn. */
  readonly boxOf: (node: FlameNode) => DOMRect | null;
  readonly isDrawn: (node: FlameNode) => boolean;
  readonly destroy: () => void;
}

export interface FlameEvents {
  readonly onZoom: (node: FlameNode) => void;
  readonly onHover: (node: FlameNode | null, at: { x: number; y: number } | null) => void;
}

const ROW = 20;
/** Long enough to follow a frame with the eye, short enough not to delay the user. */
const ZOOM_MS = 160;

type Drawn = SVGGElement & { __data__?: Frame<FlameNode> };

/** The library uses four methods of a d3 selection; these are the four, for one element. */
function hostOf(element: HTMLElement & { __data__?: FlameNode }): Host<FlameNode> {
  const host: Host<FlameNode> = {
    datum: (next) => {
      const data = typeof next === 'function' ? next(element.__data__ as FlameNode) : next;
      if (data !== undefined) element.__data__ = data;
      return host;
    },
    each: (visit) => {
      visit.call(element, element.__data__ as FlameNode);
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

function tooltipFor(events: FlameEvents): Tooltip<FlameNode> {
  return Object.assign(() => {}, {
    show: (event: MouseEvent, frame: Frame<FlameNode>) => events.onHover(frame.data, { x: event.clientX, y: event.clientY }),
    hide: () => events.onHover(null, null),
    destroy: () => {},
  });
}

const colorOf = ({ data }: Frame<FlameNode>): string => (data.match ? 'var(--flame-match)' : `var(--${data.paint ?? `kind-${data.kind}`})`);

export function createFlameDrawing(element: HTMLElement, width: number, events: FlameEvents): FlameDrawing {
  const zoomMs = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ZOOM_MS;
  let focused: FlameNode | null = null;
  let echoed: FlameNode | null = null;
  let hasData = false;
  const drawn = new Map<FlameNode, Drawn>();

  /** The library overwrites class names with each drawing; this adds kind and focus again. */
  const mark = (): void => {
    drawn.clear();
    for (const frame of element.querySelectorAll<Drawn>('g.frame')) {
      const data = frame.__data__?.data;
      if (data === undefined) continue;
      drawn.set(data, frame);
      const kind = data.match ? 'match' : (data.paint ?? data.kind);
      if (frame.dataset.kind !== kind) frame.dataset.kind = kind;
      frame.classList.toggle('focused', data === focused);
      frame.classList.toggle('echo', data === echoed);
    }
  };

  const chart = flamegraph<FlameNode>()
    .width(width)
    .cellHeight(ROW)
    .minFrameSize(1)
    .transitionDuration(zoomMs)
    .resetHeightOnZoom(true)
    .inverted(true)
    .sort(false)
    .selfValue(false)
    .getName(({ data }) => data.label ?? data.name)
    .setColorMapper(colorOf)
    .tooltip(tooltipFor(events))
    .onClick(({ data }) => {
      mark();
      events.onZoom(data);
    });

  /** Frames are renumbered with each tree, so animating from the old drawing to the new one would be misleading. */
  const atOnce = (draw: () => void): void => {
    chart.transitionDuration(0);
    draw();
    chart.transitionDuration(zoomMs);
    mark();
  };

  return {
    update: (root) =>
      atOnce(() => {
        if (hasData) chart.update(root);
        else chart(hostOf(element).datum(root));
        hasData = true;
      }),
    redraw: () => {
      if (!hasData) return;
      chart.update();
      mark();
    },
    setWidth: (next) => {
      if (next <= 0) return;
      chart.width(next);
      if (hasData) atOnce(() => chart.update());
    },
    setFocus: (node) => {
      focused = node;
      mark();
      // Drawn last, so that its outline is above its neighbours.
      const frame = node === null ? undefined : drawn.get(node);
      if (frame !== undefined) frame.parentNode?.appendChild(frame);
    },
    setEcho: (node) => {
      if (node === echoed) return;
      drawn.get(echoed as FlameNode)?.classList.remove('echo');
      echoed = node;
      drawn.get(echoed as FlameNode)?.classList.add('echo');
    },
    boxOf: (node) => drawn.get(node)?.getBoundingClientRect() ?? null,
    isDrawn: (node) => drawn.has(node),
    destroy: () => {
      if (hasData) chart.destroy();
      drawn.clear();
    },
  };
}
