import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useEscape } from '../commands/escape.ts';
import { useText } from '../i18n/i18n.tsx';
import { nextTask, useNextTask } from '../state/next-task.ts';
import { goesToMenu, isMenuKey, type MenuPoint, pointBelow } from '../ui/ContextMenu.tsx';
import { useScreenKeys } from '../ui/use-screen-keys.ts';
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
  isAll,
  NO_ZOOM,
  type Step,
  stepFrom,
  sumOf,
  type Zoomed,
  zoomInto,
} from './flame-frames.ts';
import {
  calledNode,
  type FlameNode,
  type FramePath,
  findExactly,
  findNode,
  type IsMarked,
  markMatchesThroughMutation,
  pathOf,
  recurs,
  type SearchResult,
} from './flame-model.ts';
import { panBy, zoomAt, zoomToSee } from './flame-span.ts';
import { followGestures } from './follow-gestures.ts';
import type { MenuFrame } from './frame-commands.ts';
import { placeTip } from './place-tip.ts';
import type { Hit } from './search-hits.ts';
import { canUndo, undo } from './use-folds.ts';
import { type FrameMenuScreen, NOTHING_MORE, useFrameMenu } from './use-frame-menu.tsx';
import { isSameZoom, type ZoomSteps } from './zoom-steps.ts';

/** The texts about the flame graph and its frames. */
export interface FlameWords {
  /** Description of the whole drawing, for screen readers. */
  readonly label: string;
  /** Description of one frame, in one line. */
  readonly details: (node: FlameNode) => string;
  /** What a width stands for. */
  readonly weight: (value: number) => string;
  /** The part of the whole that a frame is, where its width does not tell it. */
  readonly share?: (node: FlameNode) => string;
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
  readonly steps: ZoomSteps;
  /** The match to show; null: none. */
  readonly hit: Hit | null;
  readonly onMatches: (result: SearchResult) => void;
  /** A frame hovered in another flame graph of the same tree: outlined here, too. */
  readonly echo?: FramePath | null;
  readonly onPoint?: (path: FramePath | null) => void;
  /** Absent: its frames have no context menu. */
  readonly menu?: FrameMenuScreen | undefined;
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

/** The flame graph with its keys, its gestures and its tooltip. */
export function FlameView(props: FlameViewProps) {
  // A reply of the engine becomes a tree in one task, and the tree a picture in the next.
  const tree = useNextTask(props.tree);
  const { words, query, steps, hit, onPoint, echo = null, share = 1, menu: screen = NOTHING_MORE } = props;
  const { folds } = screen;
  const { zoom } = steps;
  const text = useText('run.flame');
  const hatch = useId();
  const [hover, setHover] = useState<Hover | null>(null);
  const [focusPath, setFocusState] = useState<FramePath | null>(null);
  // A key may come between the moment a frame gets the focus and the render that shows it.
  const focusNow = useRef<FramePath | null>(null);
  const setFocusPath = (path: FramePath | null) => {
    focusNow.current = path;
    setFocusState(path);
  };
  const zoomed = useMemo(() => findZoomed(tree, zoom), [tree, zoom]);
  const point = (next: Hover | null) => {
    setHover(next);
    onPoint?.(next === null || next.frame.joined !== null ? null : pathOf(next.frame.node));
  };
  const isSearched = query.trim() !== '' || props.isMarked !== undefined;
  const paint = useCallback(
    ({ node, joined }: FlameFrame): FramePaint => {
      if (joined === null) return paintOf(node);
      return isSearched && joined.some(({ hasMatch }) => hasMatch)
        ? { fill: `url(#${hatch}match)`, kind: 'match' }
        : { fill: `url(#${hatch}plain)`, kind: 'joined' };
    },
    [hatch, isSearched],
  );
  const label = useCallback(
    ({ node, joined }: FlameFrame): string =>
      joined === null ? (node.label ?? calledNode(node)) : text('joined', { count: countNodes(joined) }),
    [text],
  );
  const { host, drawing, root, width } = useDrawing({
    tree,
    zoomed,
    query,
    isMarked: props.isMarked,
    paint,
    label,
    onMatches: props.onMatches,
    onZoom: (frame) => zoomWith(frame),
    setHover: point,
  });
  const zoomWith = (frame: FlameFrame) => steps.into(zoomInto(frame));
  const atTop = useRef<FlameZoom>(NO_ZOOM);
  // After it has been drawn, whatever has zoomed: many callers would leave little room for it. A gesture stays where it is.
  useEffect(() => {
    if (root === null || drawing === null || isSameZoom(zoom, atTop.current)) return;
    atTop.current = zoom;
    if (!steps.isMove && !isAll(zoom)) drawing.bringToTop(frameAt(root, pathOf(zoomed.node)));
  }, [drawing, root, zoom, zoomed, steps.isMove]);
  const focused = useMemo(() => (focusPath === null || root === null ? null : frameAt(root, focusPath)), [root, focusPath]);
  const echoed = useMemo(() => echoOf(echo, tree, root), [echo, tree, root]);
  useEffect(() => drawing?.setFocus(focused), [drawing, focused]);
  useEffect(() => drawing?.setEcho(echoed), [drawing, echoed]);

  const focusOn = (frame: FlameFrame) => {
    setFocusPath(pathOf(frame.node));
    const box = drawing?.reveal(frame);
    if (box) point({ frame, box: null, ...pointBelow(box) });
  };

  const showHit = (path: FramePath | null) => {
    setFocusPath(path);
    onPoint?.(path);
  };
  useHit({ hit, tree, root, drawing, width, steps, show: showHit });
  useGestures({ host, tree, steps, onDragStart: () => point(null) });
  // Wherever the focus is: zooming is undone before anything else.
  useEscape('zoom', canUndo(steps, folds) ? () => undo(steps, folds) : null);
  useScreenKeys(steps.canGoBack ? { Home: steps.all } : {});
  const frameMenu = useFrameMenu(screen);
  const openMenu = (frame: FlameFrame, at: MenuPoint) => {
    point(null);
    frameMenu.open(menuFrameOf(frame, { words, focus: () => zoomWith(frame) }), at);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const at = focusNow.current;
    // Keys are about what is drawn: frames of a new tree are there one task earlier.
    const shown = drawing?.root() ?? null;
    const current = shown === null ? null : frameAt(shown, at ?? pathOf(zoomed.node));
    if (step !== undefined && current !== null) {
      const next = at === null ? current : stepFrom(current, step, (frame) => drawing?.isDrawn(frame) ?? false);
      if (next !== null) focusOn(next);
    } else if (event.key === 'Enter' && at !== null && current !== null) zoomWith(current);
    else if (isMenuKey(event) && current !== null) {
      setFocusPath(pathOf(current.node));
      const box = drawing?.reveal(current);
      if (box) openMenu(current, pointBelow(box));
    } else if ((event.key === 'Escape' || event.key === 'Backspace') && canUndo(steps, folds)) undo(steps, folds);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const tellJoined = (joined: readonly FlameNode[]) =>
    text('joinedSum', { count: countNodes(joined), weight: words.weight(sumOf(joined)) });
  return (
    <div className={css.root}>
      <Hatches id={hatch} />
      <div className={css.stage} style={{ width: `${100 * share}%` }}>
        <div
          ref={host}
          className={css.drawing}
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through the frames
          tabIndex={0}
          aria-label={words.label}
          data-searched
          onKeyDown={onKeyDown}
          onContextMenu={(event) => {
            const frame = drawing?.frameAt(event.target as Element) ?? null;
            if (frame === null) return;
            event.preventDefault();
            event.currentTarget.focus({ preventScroll: true });
            setFocusPath(pathOf(frame.node));
            openMenu(frame, { x: event.clientX, y: event.clientY });
          }}
          onBlur={(event) => {
            if (goesToMenu(event)) return;
            setFocusPath(null);
            point(null);
          }}
        />
        <div className={css.outline} style={outlineOf(hover?.box ?? null)} />
      </div>
      {frameMenu.menu}
      <p className="visually-hidden" aria-live="polite">
        {focused && (focused.joined === null ? words.details(focused.node) : `${tellJoined(focused.joined)}. ${text('joinedZoom')}`)}
      </p>
      <div
        className={css.tip}
        style={hover === null || frameMenu.isOpen ? AWAY : placeTip(hover, words.tipWidth ?? TIP_WIDTH)}
        aria-hidden="true"
      >
        {hover?.frame.joined === null && words.tip(hover.frame.node)}
        {hover !== null && hover.frame.joined !== null && <JoinedTip joined={hover.frame.joined} sum={tellJoined(hover.frame.joined)} />}
      </div>
    </div>
  );
}

interface MenuOf {
  readonly words: FlameWords;
  readonly focus: () => void;
}

function menuFrameOf({ node, joined }: FlameFrame, { words, focus }: MenuOf): MenuFrame {
  const { name, url, line, kind } = node;
  return {
    function: name,
    url,
    line,
    kind,
    share: words.share?.(node) ?? words.weight(node.value),
    focus,
    recurs: recurs(node),
    standsFor: joined !== null ? 'several' : node.parent === null ? 'all' : null,
  };
}

function JoinedTip({ joined, sum }: { joined: readonly FlameNode[]; sum: string }) {
  const text = useText('run.flame');
  const matches = countMatches(joined);
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
    void Promise.all([loadFlameDrawing(), nextTask()]).then(([{ createFlameDrawing }]) => {
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

  const drawn = useRef<{ readonly tree: FlameNode; readonly root: FlameFrame; readonly width: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the search has marked what it found in the tree
  useEffect(() => {
    if (drawing === null || root === null) return;
    const before = drawn.current;
    drawn.current = { tree, root, width };
    if (before?.root === root) {
      drawing.repaint(paint);
      return;
    }
    drawing.draw({ root, width, paintOf: paint, labelOf: label });
    // There may be another frame under the pointer now.
    if (before?.tree !== tree || before.width !== width) latest.current.setHover(null);
  }, [drawing, tree, root, width, query, isMarked, paint, label]);

  return { host, drawing, root, width };
}

interface HitInput {
  readonly hit: Hit | null;
  readonly tree: FlameNode;
  readonly root: FlameFrame | null;
  readonly drawing: FlameDrawing | null;
  readonly width: number;
  readonly steps: ZoomSteps;
  readonly show: (path: FramePath | null) => void;
}

/** Brings a search hit into sight: zooms to where it can be seen, then scrolls to it, and gives it the focus of the arrow keys. */
function useHit({ hit, tree, root, drawing, width, steps, show }: HitInput): void {
  const latest = useRef({ steps, show });
  latest.current = { steps, show };
  const zoomedFor = useRef<Hit | null>(null);
  const shown = useRef<Hit | null>(null);
  useEffect(() => {
    if (hit === shown.current || drawing === null || root === null) return;
    if (hit === null) {
      shown.current = null;
      return latest.current.show(null);
    }
    const path = pathOf(hit.node);
    const frame = frameAt(root, path);
    const node = findNode(tree, path);
    if (zoomedFor.current !== hit && !(frame.node === node && drawing.isSeen(frame))) {
      zoomedFor.current = hit;
      const zoom = zoomToSee(tree, node, width);
      latest.current.steps.move(() => zoom);
      // Without a change there is no new drawing to wait for.
      if (!isSameZoom(zoom, latest.current.steps.zoom)) return;
    }
    shown.current = hit;
    latest.current.show(path);
    drawing.reveal(frame);
  }, [hit, tree, root, drawing, width]);
}

interface GestureInput {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly tree: FlameNode;
  readonly steps: ZoomSteps;
  readonly onDragStart: () => void;
}

/** Ctrl and the wheel zoom at the pointer, a drag pans. */
function useGestures(input: GestureInput): void {
  const latest = useRef(input);
  latest.current = input;
  useEffect(() => {
    const drawing = latest.current.host.current;
    if (drawing?.parentElement == null) return;
    return followGestures(drawing.parentElement, drawing, {
      onZoom: (at, factor) => {
        const { tree, steps } = latest.current;
        steps.move((now) => zoomAt(tree, now, at, factor));
      },
      onPan: (by) => {
        const { tree, steps } = latest.current;
        if (isAll(steps.zoom)) return false;
        steps.move((now) => panBy(tree, now, by));
        return true;
      },
      onDragStart: () => latest.current.onDragStart(),
    });
  }, []);
}

const TIP_WIDTH = 320;

/** A layer of its own that stays: with a layer that comes and goes, all frames would be composited again each time. */
const AWAY = { visibility: 'hidden' } as const;

function outlineOf(box: FrameBox | null): CSSProperties {
  return box === null ? AWAY : { transform: `translate(${box.x}px, ${box.y}px)`, width: box.width, height: box.height };
}
