import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../i18n/i18n.tsx';
import css from './FlameGraph.module.css';
import type { FlameDrawing } from './flame-drawing.ts';
import {
  ancestorsOf,
  type FlameNode,
  type FramePath,
  findExactly,
  findNode,
  type IsMarked,
  markMatchesThroughMutation,
  markZoomThroughMutation,
  pathOf,
  type SearchResult,
  type Step,
  stepFrom,
} from './flame-model.ts';

/** The texts about the flame graph and its frames. */
export interface FlameWords {
  /** Description of the whole drawing, for screen readers. */
  readonly label: string;
  /** Description of one frame, in one line. */
  readonly details: (node: FlameNode) => string;
  /** Content of the tooltip. Names come from foreign programs and are rendered as text only. */
  readonly tip: (node: FlameNode) => ReactNode;
  /** Width of the tooltip, px. */
  readonly tipWidth?: number;
}

export interface FlameViewProps {
  readonly tree: FlameNode;
  readonly words: FlameWords;
  readonly query: string;
  /** Frames that are marked as if they had been searched for. */
  readonly isMarked?: IsMarked;
  readonly zoom: FramePath;
  readonly onZoom: (path: FramePath) => void;
  readonly onMatches: (result: SearchResult) => void;
  /** A frame hovered in another flame graph of the same tree: outlined here, too. */
  readonly echo?: FramePath | null;
  readonly onPoint?: (path: FramePath | null) => void;
  /** Share of the width it fills, 0 to 1; for flame graphs on one scale. */
  readonly share?: number;
}

const STEPS: Readonly<Record<string, Step>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

interface Hover {
  readonly node: FlameNode;
  readonly x: number;
  readonly y: number;
}

/** The flame graph with its keys, its tooltip and the breadcrumbs of a zoom. */
export function FlameView(props: FlameViewProps) {
  const { tree, words, query, zoom, onZoom, onPoint, echo = null, share = 1 } = props;
  const [hover, setHover] = useState<Hover | null>(null);
  const [focusPath, setFocusPath] = useState<FramePath | null>(null);
  const zoomed = useMemo(() => findNode(tree, zoom), [tree, zoom]);
  const focused = useMemo(() => (focusPath === null ? null : findNode(tree, focusPath)), [tree, focusPath]);
  const echoed = useMemo(() => (echo === null ? null : findExactly(tree, echo)), [tree, echo]);
  const point = (next: Hover | null) => {
    setHover(next);
    onPoint?.(next === null ? null : pathOf(next.node));
  };
  const { host, drawing } = useDrawing({
    tree,
    zoomed,
    focused,
    echoed,
    query,
    isMarked: props.isMarked,
    onMatches: props.onMatches,
    onZoom,
    setHover: point,
  });

  const focusOn = (node: FlameNode) => {
    setFocusPath(pathOf(node));
    const box = drawing.current?.boxOf(node);
    if (box) point({ node, x: Math.max(box.left, 0) + 12, y: box.bottom });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const at = focused ?? zoomed;
    if (step !== undefined) {
      const next = focused === null ? at : stepFrom(at, step, (node) => drawing.current?.isDrawn(node) ?? false);
      if (next !== null) focusOn(next);
    } else if (event.key === 'Enter' && focused !== null) onZoom(pathOf(focused));
    else if ((event.key === 'Escape' || event.key === 'Backspace') && zoomed.parent !== null) onZoom(pathOf(zoomed.parent));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const shown = hover?.node ?? focused;
  return (
    <div className={css.root}>
      <Crumbs zoomed={zoomed} onZoom={onZoom} />
      <div
        ref={host}
        className={css.drawing}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through the frames
        tabIndex={0}
        aria-label={words.label}
        style={{ width: `${100 * share}%` }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setFocusPath(null);
          point(null);
        }}
      />
      <p className="visually-hidden" aria-live="polite">
        {focused && words.details(focused)}
      </p>
      {hover && shown && (
        <div className={css.tip} style={placeOf(hover, words.tipWidth)} aria-hidden="true">
          {words.tip(hover.node)}
        </div>
      )}
    </div>
  );
}

interface DrawingInput {
  readonly tree: FlameNode;
  readonly zoomed: FlameNode;
  readonly focused: FlameNode | null;
  readonly echoed: FlameNode | null;
  readonly query: string;
  readonly isMarked: IsMarked | undefined;
  readonly onMatches: (result: SearchResult) => void;
  readonly onZoom: (path: FramePath) => void;
  readonly setHover: (hover: Hover | null) => void;
}

/** Keeps the library's drawing up to date. The library is loaded when a flame graph is first shown. */
function useDrawing(input: DrawingInput) {
  const host = useRef<HTMLDivElement>(null);
  const drawing = useRef<FlameDrawing | null>(null);
  const latest = useRef(input);
  latest.current = input;
  const drawnTree = useRef<FlameNode | null>(null);
  const [ready, setReady] = useState(false);

  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    let unmounted = false;
    let stop = (): void => {};
    void import('./flame-drawing.ts').then(({ createFlameDrawing }) => {
      if (unmounted) return;
      const made = createFlameDrawing(element, element.clientWidth, {
        onZoom: (node) => latest.current.onZoom(pathOf(node)),
        onHover: (node, at) => latest.current.setHover(node === null || at === null ? null : { node, ...at }),
      });
      const size = new ResizeObserver(() => made.setWidth(element.clientWidth));
      drawing.current = made;
      drawnTree.current = null;
      size.observe(element);
      stop = () => {
        size.disconnect();
        made.destroy();
        drawing.current = null;
      };
      setReady(true);
    });
    return () => {
      unmounted = true;
      stop();
    };
  }, []);

  const { tree, zoomed, focused, query, isMarked } = input;
  useEffect(() => {
    if (!ready || drawing.current === null) return;
    const result = markMatchesThroughMutation(tree, query, isMarked);
    markZoomThroughMutation(tree, zoomed);
    if (drawnTree.current === tree) drawing.current.redraw();
    else {
      drawing.current.update(tree);
      // There may be another frame under the pointer now.
      latest.current.setHover(null);
    }
    drawnTree.current = tree;
    latest.current.onMatches(result);
  }, [ready, tree, zoomed, query, isMarked]);

  useEffect(() => {
    if (ready) drawing.current?.setFocus(focused);
  }, [ready, focused]);

  const { echoed } = input;
  useEffect(() => {
    if (ready) drawing.current?.setEcho(echoed);
  }, [ready, echoed]);

  return { host, drawing };
}

/** With more than this, those in the middle are counted instead of named. */
const CRUMBS = 5;

/** A line that is always present, so that zooming moves nothing. */
function Crumbs({ zoomed, onZoom }: { zoomed: FlameNode; onZoom: (path: FramePath) => void }) {
  const text = useText('run.flame');
  const way = ancestorsOf(zoomed).slice(1);
  const left = Math.max(0, way.length - CRUMBS);
  const hidden = way.slice(0, left);
  return (
    <nav className={css.crumbs} aria-label={text('crumbs')}>
      <ol>
        <li>
          <button type="button" disabled={way.length === 0} onClick={() => onZoom([])}>
            {text('all')}
          </button>
        </li>
        {hidden.length > 0 && <li className={css.between}>{text('crumbsMore', { count: hidden.length })}</li>}
        {way.slice(left).map((node) => (
          <li key={node.depth}>
            <button type="button" aria-current={node === zoomed ? 'true' : undefined} onClick={() => onZoom(pathOf(node))}>
              {node.name}
            </button>
          </li>
        ))}
      </ol>
      {way.length === 0 && <span className={css.keys}>{text('keys')}</span>}
    </nav>
  );
}

const TIP_WIDTH = 320;
const TIP_HEIGHT = 132;

/** Beside the pointer, on the side with enough room. */
function placeOf({ x, y }: Hover, width = TIP_WIDTH): { left: number; top: number; width: number } {
  const left = x + 14 + width > window.innerWidth ? Math.max(8, x - width - 14) : x + 14;
  const top = y + 14 + TIP_HEIGHT > window.innerHeight ? Math.max(8, y - TIP_HEIGHT - 14) : y + 14;
  return { left, top, width };
}
