import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type OutputLine, readOutput } from '../../../shared/report/output-lines.ts';
import { onEvent } from '../../bridge.ts';
import { formatBytes, formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';
import { useEngineRequest } from '../../state/engine-request.ts';
import { textScale } from '../../text-scale.ts';
import { Toggle } from '../../ui/Choice.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Progress.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { useSearchAction } from '../../ui/screen-actions.ts';
import { Toolbar } from '../../ui/Toolbar.tsx';
import css from './OutputTab.module.css';
import tabs from './tabs.module.css';

export const OutputTab = memo(function OutputTab({ sessionId, live, leftOut }: { sessionId: string; live: boolean; leftOut: boolean }) {
  const text = useText('run');
  const copy = useText('privacy.copy');
  const { data, failure } = useOutput(sessionId, live);
  const [query, setQuery] = useState('');
  const [onlyErrors, setOnlyErrors] = useState(false);
  const [follow, setFollow] = useState(live);
  const search = useRef<HTMLInputElement>(null);
  useSearchAction(() => search.current?.focus());
  const lines = useMemo(() => (data === undefined ? [] : readOutput(data)), [data]);
  const wanted = query.trim().toLowerCase();
  const shown = useMemo(
    () =>
      lines.filter(
        (line) =>
          line.isGap ||
          ((!onlyErrors || line.stream === 'stderr' || line.stream === 'clientError') &&
            (wanted === '' || line.text.toLowerCase().includes(wanted))),
      ),
    [lines, onlyErrors, wanted],
  );
  if (failure !== null && data === undefined) return <ErrorNotice failure={failure} />;
  if (data === undefined) return <Spinner label={text('loading')} />;
  if (lines.length === 0 && leftOut) return <EmptyState title={copy('noOutput')} text={copy('noOutputText')} />;
  if (lines.length === 0) return <EmptyState title={text('output.none')} text={text('output.noneText')} />;
  return (
    <div className={tabs.fill}>
      <Toolbar
        end={
          <>
            <Toggle pressed={onlyErrors} onChange={setOnlyErrors}>
              {text('output.errorsOnly')}
            </Toggle>
            <Toggle pressed={follow} onChange={setFollow}>
              {text('output.follow')}
            </Toggle>
            <CopyButton variant="quiet" value={lines.map((line) => line.text).join('\n')}>
              {text('output.copy')}
            </CopyButton>
          </>
        }
      >
        <SearchInput
          inputRef={search}
          label={text('output.search')}
          placeholder={text('output.searchShort')}
          value={query}
          onChange={setQuery}
          found={wanted === '' ? text('output.lines', { count: lines.length }) : text('output.matches', { count: shown.length })}
        />
      </Toolbar>
      {data.droppedBytes > 0 && <Notice tone="info">{text('output.dropped', { bytes: formatBytes(data.droppedBytes) })}</Notice>}
      <Lines
        lines={shown}
        label={text('output.label')}
        stderr={text('output.stderr')}
        client={text('output.client')}
        follow={follow}
        onFollow={setFollow}
      />
    </div>
  );
});

/** Shortest interval between two requests for growing output. */
const ASK_MS = 500;

function useOutput(sessionId: string, live: boolean) {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    if (!live) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onEvent((event) => {
      if (event.type !== 'run.output' || event.sessionId !== sessionId || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        setVersion((count) => count + 1);
      }, ASK_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [sessionId, live]);
  return useEngineRequest('session.output', { sessionId }, { version: `${live}:${version}` });
}

/** Of a longer line the beginning is drawn. All of it is searched and copied. */
const LONGEST_LINE = 4_000;

function cut(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}

/** At the usual text size. */
const ROW_PX = 18;
const OVERSCAN = 20;

interface LinesProps {
  readonly lines: readonly OutputLine[];
  readonly label: string;
  readonly stderr: string;
  readonly client: string;
  readonly follow: boolean;
  readonly onFollow: (follow: boolean) => void;
}

/** Lines of equal height; only the visible ones are rendered. Scrolling up stops following the end, scrolling to the end resumes it. */
function Lines({ lines, label, stderr, client, follow, onFollow }: LinesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowPx = ROW_PX * textScale();
  const [first, setFirst] = useState(0);
  const [rows, setRows] = useState(40);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines change the end
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => {
      setRows(Math.ceil(element.clientHeight / rowPx));
      if (follow) element.scrollTop = element.scrollHeight;
    };
    measure();
    const size = new ResizeObserver(measure);
    size.observe(element);
    return () => size.disconnect();
  }, [lines, follow]);
  const onScroll = () => {
    const element = scroller.current;
    if (element === null) return;
    setFirst(Math.floor(element.scrollTop / rowPx));
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 2 * rowPx;
    if (follow !== atEnd) onFollow(atEnd);
  };
  const from = Math.max(0, Math.min(first, lines.length - rows) - OVERSCAN);
  const shown = lines.slice(from, from + rows + 2 * OVERSCAN);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <div ref={scroller} className={css.lines} role="log" aria-live="off" aria-label={label} tabIndex={0} onScroll={onScroll}>
      <div style={{ height: lines.length * rowPx }}>
        <div style={{ transform: `translateY(${from * rowPx}px)` }}>
          {shown.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the output
            <div key={from + index} className={css.line} data-stream={line.stream} data-gap={line.isGap}>
              <span className={css.time}>{formatNumber(line.atMs / 1000, 2)}</span>
              <span className={css.stream}>{line.stream === 'stderr' ? stderr : line.stream === 'stdout' ? '' : client}</span>
              <span className={css.text}>{cut(line.text)}</span>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
