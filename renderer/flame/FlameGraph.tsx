import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { FlameColumns } from '../../shared/protocol/contract.ts';
import { formatMs, formatPercent } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import css from './FlameGraph.module.css';
import type { FlameDrawing } from './flame-drawing.ts';
import {
  ancestorsOf,
  type FlameNode,
  type FramePath,
  findNode,
  markMatchesThroughMutation,
  markZoomThroughMutation,
  pathOf,
  type SearchResult,
  type Step,
  stepFrom,
} from './flame-model.ts';
import { Location } from './Location.tsx';

export interface FlameGraphProps {
  readonly tree: FlameNode;
  readonly meta: FlameColumns['meta'];
  readonly query: string;
  readonly zoom: FramePath;
  readonly onZoom: (path: FramePath) => void;
  readonly onMatches: (result: SearchResult) => void;
}

const STEPS: Readonly<Record<string, Step>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

interface Hover {
  readonly node: FlameNode;
  readonly x: number;
  readonly y: number;
}

/** The picture, its keys, its tooltip, and the way back from a zoom. */
export function FlameGraph(props: FlameGraphProps) {
  const { tree, meta, query, zoom, onZoom } = props;
  const text = useText('run.flame');
  const [hover, setHover] = useState<Hover | null>(null);
  const [focusPath, setFocusPath] = useState<FramePath | null>(null);
  const zoomed = useMemo(() => findNode(tree, zoom), [tree, zoom]);
  const focused = useMemo(() => (focusPath === null ? null : findNode(tree, focusPath)), [tree, focusPath]);
  const { host, drawing } = useDrawing({ tree, zoomed, focused, query, onMatches: props.onMatches, onZoom, setHover });

  const focusOn = (node: FlameNode) => {
    setFocusPath(pathOf(node));
    const box = drawing.current?.boxOf(node);
    if (box) setHover({ node, x: Math.max(box.left, 0) + 12, y: box.bottom });
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys walk through the frames
        tabIndex={0}
        aria-label={text('description', { samples: meta.samples })}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setFocusPath(null);
          setHover(null);
        }}
      />
      <p className="visually-hidden" aria-live="polite">
        {focused && <Details node={focused} meta={meta} />}
      </p>
      {hover && shown && <Tip hover={hover} meta={meta} />}
    </div>
  );
}

interface DrawingInput {
  readonly tree: FlameNode;
  readonly zoomed: FlameNode;
  readonly focused: FlameNode | null;
  readonly query: string;
  readonly onMatches: (result: SearchResult) => void;
  readonly onZoom: (path: FramePath) => void;
  readonly setHover: (hover: Hover | null) => void;
}

/** Keeps the library's drawing in step with what is to be seen. The library is loaded when a flame graph is first shown. */
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

  const { tree, zoomed, focused, query } = input;
  useEffect(() => {
    if (!ready || drawing.current === null) return;
    const result = markMatchesThroughMutation(tree, query);
    markZoomThroughMutation(tree, zoomed);
    if (drawnTree.current === tree) drawing.current.redraw();
    else {
      drawing.current.update(tree);
      // The frame under the pointer may be another one now.
      latest.current.setHover(null);
    }
    drawnTree.current = tree;
    latest.current.onMatches(result);
  }, [ready, tree, zoomed, query]);

  useEffect(() => {
    if (ready) drawing.current?.setFocus(focused);
  }, [ready, focused]);

  return { host, drawing };
}

/** With more than this, the ones in the middle are counted instead of named. */
const CRUMBS = 5;

/** One line that is always there, so that zooming moves nothing. */
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

function shareOf(ms: number, meta: FlameColumns['meta']): number {
  return meta.baseMs > 0 ? (100 * ms) / meta.baseMs : 0;
}

function samplesOf(ms: number, meta: FlameColumns['meta']): number {
  return meta.baseMs > 0 ? Math.max(1, Math.round((meta.samples * ms) / meta.baseMs)) : 0;
}

function Details({ node, meta }: { node: FlameNode; meta: FlameColumns['meta'] }) {
  const text = useText('run.flame');
  return text('details', {
    name: node.name,
    total: formatMs(node.value),
    totalPercent: formatPercent(shareOf(node.value, meta)),
    self: formatMs(node.selfMs),
    selfPercent: formatPercent(shareOf(node.selfMs, meta)),
  });
}

/** Names come from somebody else's program; they are text here and nothing else. */
function Tip({ hover, meta }: { hover: Hover; meta: FlameColumns['meta'] }) {
  const text = useText('run.flame');
  const profile = useText('run.profile');
  const { node } = hover;
  const kinds = {
    own: profile('kindOwnOne'),
    dependency: profile('kindDependencyOne'),
    core: profile('kindCoreOne'),
    native: profile('kindNativeOne'),
  } as const;
  const row = (ms: number) => text('timeShare', { time: formatMs(ms), percent: formatPercent(shareOf(ms, meta)) });
  return (
    <div className={css.tip} style={placeOf(hover)} aria-hidden="true">
      <p className={css.tipName}>{node.name}</p>
      <div className={css.tipFile}>
        <Location url={node.url} line={node.line} />
      </div>
      <dl>
        <dt>{text('total')}</dt>
        <dd>{row(node.value)}</dd>
        <dt>{text('self')}</dt>
        <dd>{row(node.selfMs)}</dd>
      </dl>
      <p className={css.tipFoot}>
        <span className={css.swatch} style={{ background: `var(--kind-${node.kind})` }} />
        {kinds[node.kind]}
        <span className={css.tipSamples}>{text('samples', { count: samplesOf(node.value, meta) })}</span>
      </p>
    </div>
  );
}

const TIP_WIDTH = 320;
const TIP_HEIGHT = 132;

/** Beside the pointer, on the side that has room. */
function placeOf({ x, y }: Hover): { left: number; top: number; width: number } {
  const left = x + 14 + TIP_WIDTH > window.innerWidth ? Math.max(8, x - TIP_WIDTH - 14) : x + 14;
  const top = y + 14 + TIP_HEIGHT > window.innerHeight ? Math.max(8, y - TIP_HEIGHT - 14) : y + 14;
  return { left, top, width: TIP_WIDTH };
}
