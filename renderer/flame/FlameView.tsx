import { type CSSProperties, type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useText } from '../i18n/i18n.tsx';
import css from './FlameGraph.module.css';
import type { FlameDrawing, FrameBox, FramePaint } from './flame-drawing.ts';
import {
  countMatches,
  countNodes,
  cutToFrames,
  type FlameFrame,
  type FlameZoom,
  findZoomed,
  frameAt,
  type Step,
  stepFrom,
  type Zoomed,
  zoomInto,
  zoomOut,
} from './flame-frames.ts';
import {
  ancestorsOf,
  type FlameNode,
  type FramePath,
  findExactly,
  type IsMarked,
  markMatchesThroughMutation,
  pathOf,
  type SearchResult,
} from './flame-model.ts';
import { placeTip } from './place-tip.ts';

/** The texts about the flame graph and its frames. */
export interface FlameWords {
  /** Description of the whole drawing, for screen readers. */
  readonly label: string;
  /** Description of one frame, in one line. */
  readonly details: (node: FlameNode) => string;
  /** What a width stands for. */
  readonly weight: (value: number) => string;
  /** Content of the tooltip. Names come from foreign programs and are rendered as text only. */
  readonly tip: (node: FlameNode) => ReactNode;
  /** Width of the tooltip, px. */
  readonly tipWidth?: number;
}

export interface FlameViewProps {
  readonly tree: FlameNode;
  readonly words: FlameWords;
  /** Tells it from another one beside it. */
  readonly name?: string;
  readonly query: string;
  /** Frames that are marked as if they had been searched for. */
  readonly isMarked?: IsMarked;
  readonly zoom: FlameZoom;
  readonly onZoom: (zoom: FlameZoom) => void;
  readonly onMatches: (result: SearchResult) => void;
  /** A frame hovered in another flame graph of the same tree: outlined here, too. */
  readonly echo?: FramePath | null;
  readonly onPoint?: (path: FramePath | null) => void;
  /** Share of the width it fills, 0 to 1; for flame graphs on one scale. */
  readonly share?: number;
}

const STEPS: Readonly<Record<string, Step>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

const MATCH: FramePaint = { fill: 'var(--flame-match)', kind: 'match' };

function paintOf({ kind, paint, match }: FlameNode): FramePaint {
  return match ? MATCH : { fill: `var(--${paint ?? `kind-${kind}`})`, kind: paint ?? kind };
}

interface Hover {
  readonly frame: FlameFrame;
  /** Null: it has the focus, which is shown. */
  readonly box: FrameBox | null;
  readonly x: number;
  readonly y: number;
}

/** The flame graph with its keys, its tooltip and the breadcrumbs of a zoom. */
export function FlameView(props: FlameViewProps) {
  const { tree, words, query, zoom, onZoom, onPoint, echo = null, share = 1 } = props;
  const text = useText('run.flame');
  const hatch = useId();
  const [hover, setHover] = useState<Hover | null>(null);
  const [focusPath, setFocusPath] = useState<FramePath | null>(null);
  const zoomed = useMemo(() => findZoomed(tree, zoom), [tree, zoom]);
  const point = (next: Hover | null) => {
    setHover(next);
    onPoint?.(next === null || next.frame.joined !== null ? null : pathOf(next.frame.node));
  };
  const isSearched = query.trim() !== '' || props.isMarked !== undefined;
  const paint = useCallback(
    ({ node, joined }: FlameFrame): FramePaint => {
      if (joined === null) return paintOf(node);
      return isSearched && countMatches(joined) > 0
        ? { fill: `url(#${hatch}match)`, kind: 'match' }
        : { fill: `url(#${hatch}plain)`, kind: 'joined' };
    },
    [hatch, isSearched],
  );
  const label = useCallback(
    ({ node, joined }: FlameFrame): string => (joined === null ? (node.label ?? node.name) : text('joined', { count: countNodes(joined) })),
    [text],
  );
  const { host, drawing, root } = useDrawing({
    tree,
    zoomed,
    query,
    isMarked: props.isMarked,
    paint,
    label,
    onMatches: props.onMatches,
    onZoom: (frame) => onZoom(zoomInto(frame)),
    setHover: point,
  });
  const focused = useMemo(() => (focusPath === null || root === null ? null : frameAt(root, focusPath)), [root, focusPath]);
  const echoed = useMemo(() => echoOf(echo, tree, root), [echo, tree, root]);
  useEffect(() => drawing?.setFocus(focused), [drawing, focused]);
  useEffect(() => drawing?.setEcho(echoed), [drawing, echoed]);

  const focusOn = (frame: FlameFrame) => {
    setFocusPath(pathOf(frame.node));
    const box = drawing?.reveal(frame);
    if (box) point({ frame, box: null, x: Math.max(box.left, 0) + 12, y: box.bottom });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const out = zoomOut(zoomed);
    if (step !== undefined && root !== null) {
      const next =
        focused === null ? frameAt(root, pathOf(zoomed.node)) : stepFrom(focused, step, (frame) => drawing?.isDrawn(frame) ?? false);
      if (next !== null) focusOn(next);
    } else if (event.key === 'Enter' && focused !== null) onZoom(zoomInto(focused));
    else if ((event.key === 'Escape' || event.key === 'Backspace') && out !== null) onZoom(out);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const sumOf = ({ joined, value }: FlameFrame) =>
    text('joinedSum', { count: joined === null ? 1 : countNodes(joined), weight: words.weight(value) });
  return (
    <div className={css.root}>
      <Crumbs zoomed={zoomed} onZoom={onZoom} name={props.name} />
      <Hatches id={hatch} />
      <div className={css.stage} style={{ width: `${100 * share}%` }}>
        <div
          ref={host}
          className={css.drawing}
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through the frames
          tabIndex={0}
          aria-label={words.label}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setFocusPath(null);
            point(null);
          }}
        />
        <div className={css.outline} style={outlineOf(hover?.box ?? null)} />
      </div>
      <p className="visually-hidden" aria-live="polite">
        {focused && (focused.joined === null ? words.details(focused.node) : `${sumOf(focused)}. ${text('joinedZoom')}`)}
      </p>
      <div className={css.tip} style={hover === null ? AWAY : placeTip(hover, words.tipWidth ?? TIP_WIDTH)} aria-hidden="true">
        {hover?.frame.joined === null && words.tip(hover.frame.node)}
        {hover !== null && hover.frame.joined !== null && <JoinedTip frame={hover.frame} sum={sumOf(hover.frame)} />}
      </div>
    </div>
  );
}

function JoinedTip({ frame: { joined }, sum }: { frame: FlameFrame; sum: string }) {
  const text = useText('run.flame');
  const matches = joined === null ? 0 : countMatches(joined);
  return (
    <>
      <p className={css.tipName}>{sum}</p>
      {matches > 0 && <p>{text('joinedMatches', { count: matches })}</p>}
      <p className={css.tipFoot}>{text('joinedZoom')}</p>
    </>
  );
}

/** What joined frames are filled with. */
function Hatches({ id }: { id: string }) {
  return (
    <svg className={css.hatches} aria-hidden="true">
      <defs>
        {(['plain', 'match'] as const).map((name) => (
          <pattern
            key={name}
            id={`${id}${name}`}
            className={css.hatch}
            data-of={name}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="5" height="5" />
            <path d="M0,2.5h5" />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** The frame in which another flame graph's frame is drawn here. */
function echoOf(path: FramePath | null, tree: FlameNode, root: FlameFrame | null): FlameFrame | null {
  const node = path === null ? null : findExactly(tree, path);
  if (path === null || node === null || root === null) return null;
  const frame = frameAt(root, path);
  return frame.joined !== null || frame.node === node ? frame : null;
}

const loadFlameDrawing = () => import('./flame-drawing.ts');

/** For views that ask for a flame graph: its data and its code are on their way at the same time. */
export function useFlameDrawingSoon(): void {
  useEffect(() => void loadFlameDrawing(), []);
}

interface DrawingInput {
  readonly tree: FlameNode;
  readonly zoomed: Zoomed;
  readonly query: string;
  readonly isMarked: IsMarked | undefined;
  readonly paint: (frame: FlameFrame) => FramePaint;
  readonly label: (frame: FlameFrame) => string;
  readonly onMatches: (result: SearchResult) => void;
  readonly onZoom: (frame: FlameFrame) => void;
  readonly setHover: (hover: Hover | null) => void;
}

/** Keeps the library's drawing up to date, and gives the frames it is of. */
function useDrawing(input: DrawingInput) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(input);
  latest.current = input;
  const [drawing, setDrawing] = useState<FlameDrawing | null>(null);
  const [width, setWidth] = useState(0);

  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    setWidth(element.clientWidth);
    const size = new ResizeObserver(() => setWidth(element.clientWidth));
    size.observe(element);
    let made: FlameDrawing | null = null;
    let unmounted = false;
    void loadFlameDrawing().then(({ createFlameDrawing }) => {
      if (unmounted) return;
      made = createFlameDrawing(element, {
        onZoom: (frame) => latest.current.onZoom(frame),
        onHover: (hovered) =>
          latest.current.setHover(
            hovered === null ? null : { frame: hovered.frame, box: hovered.box, x: hovered.event.clientX, y: hovered.event.clientY },
          ),
      });
      setDrawing(made);
    });
    return () => {
      unmounted = true;
      size.disconnect();
      made?.destroy();
    };
  }, []);

  const { tree, zoomed, query, isMarked, paint, label } = input;
  const root = useMemo(() => (width > 0 ? cutToFrames(zoomed, width) : null), [zoomed, width]);
  useEffect(() => latest.current.onMatches(markMatchesThroughMutation(tree, query, isMarked)), [tree, query, isMarked]);

  const drawn = useRef<{ readonly tree: FlameNode; readonly root: FlameFrame } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the search has marked what it found in the tree
  useEffect(() => {
    if (drawing === null || root === null) return;
    const before = drawn.current;
    drawn.current = { tree, root };
    if (before?.root === root) {
      drawing.repaint(paint);
      return;
    }
    drawing.draw({ root, width, paintOf: paint, labelOf: label });
    // There may be another frame under the pointer now.
    if (before?.tree !== tree) latest.current.setHover(null);
  }, [drawing, tree, root, width, query, isMarked, paint, label]);

  return { host, drawing, root };
}

/** With more than this, those in the middle are counted instead of named. */
const CRUMBS = 5;

/** A line that is always present, so that zooming moves nothing. */
function Crumbs(props: { zoomed: Zoomed; onZoom: (zoom: FlameZoom) => void; name: string | undefined }) {
  const { onZoom, name } = props;
  const { node: caller, among } = props.zoomed;
  const text = useText('run.flame');
  const way = ancestorsOf(caller).slice(1);
  const isAll = way.length === 0 && among === null;
  const left = Math.max(0, way.length - CRUMBS);
  const hidden = way.slice(0, left);
  const zoomTo = (path: FramePath) => onZoom({ path, among: null });
  return (
    <nav className={css.crumbs} aria-label={name === undefined ? text('crumbs') : text('crumbsOf', { name })}>
      <ol>
        <li>
          <button type="button" disabled={isAll} onClick={() => zoomTo([])}>
            {text('all')}
          </button>
        </li>
        {hidden.length > 0 && <li className={css.between}>{text('crumbsMore', { count: hidden.length })}</li>}
        {way.slice(left).map((node) => (
          <li key={node.depth}>
            <button
              type="button"
              aria-current={node === caller && among === null ? 'true' : undefined}
              onClick={() => zoomTo(pathOf(node))}
            >
              {node.name}
            </button>
          </li>
        ))}
        {among !== null && (
          <li>
            <button type="button" aria-current="true">
              {text('joined', { count: countNodes(among) })}
            </button>
          </li>
        )}
      </ol>
      {isAll && <span className={css.keys}>{text('keys')}</span>}
    </nav>
  );
}

const TIP_WIDTH = 320;

/** A layer of its own that stays: with a layer that comes and goes, all frames would be composited again each time. */
const AWAY = { visibility: 'hidden' } as const;

function outlineOf(box: FrameBox | null): CSSProperties {
  return box === null ? AWAY : { transform: `translate(${box.x}px, ${box.y}px)`, width: box.width, height: box.height };
}
