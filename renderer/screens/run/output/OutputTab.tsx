import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type OutputLine, readOutput } from '../../../../shared/report/output-lines.ts';
import { onEvent } from '../../../bridge.ts';
import { useSearch } from '../../../commands/search.ts';
import { formatBytes, formatNumber } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useEngineRequest } from '../../../state/engine-request.ts';
import { textScale } from '../../../text-scale.ts';
import { Toggle } from '../../../ui/Choice.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNotice, Notice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Progress.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { Toolbar } from '../../../ui/Toolbar.tsx';
import { useVirtualLines } from '../../../ui/table/use-virtual-lines.ts';
import type { RunTab } from '../run-tab.tsx';
import tabs from '../tabs.module.css';
import css from './OutputTab.module.css';
import { toOutputRows } from './output-rows.ts';

const OutputTab = memo(function OutputTab({ sessionId, live, leftOut }: { sessionId: string; live: boolean; leftOut: boolean }) {
  const text = useText('run');
  const copy = useText('privacy.copy');
  const { data, failure } = useOutput(sessionId, live);
  const [query, setQuery] = useState('');
  const [onlyErrors, setOnlyErrors] = useState(false);
  const [wrap, setWrap] = useState(true);
  const [follow, setFollow] = useState(live);
  const search = useRef<HTMLInputElement>(null);
  useSearch(() => search.current?.focus());
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
            <Toggle pressed={wrap} onChange={setWrap}>
              {text('output.wrap')}
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
        wrap={wrap}
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

/** At the usual text size. */
const ROW_PX = 18;
/** About as wide as a character of the font is; what is drawn is measured. */
const CHARACTER_PX = 7.2;
const COLUMNS_PX = 140;

interface LinesProps {
  readonly lines: readonly OutputLine[];
  readonly label: string;
  readonly stderr: string;
  readonly client: string;
  readonly wrap: boolean;
  readonly follow: boolean;
  readonly onFollow: (follow: boolean) => void;
}

/** Only the visible lines are rendered. Scrolling up stops following the end, scrolling to the end resumes it. */
function Lines({ lines: all, label, stderr, client, wrap, follow, onFollow }: LinesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => toOutputRows(all, wrap), [all, wrap]);
  const [width, setWidth] = useState(1_000);
  const rowPx = ROW_PX * textScale();
  const perRow = Math.max(10, Math.floor((width - COLUMNS_PX * textScale()) / (CHARACTER_PX * textScale())));
  const estimate = (index: number) => (wrap ? Math.max(1, Math.ceil(lines[index]!.text.length / perRow)) * rowPx : rowPx);
  const shown = useVirtualLines({ count: lines.length, scroller, estimate, measured: wrap, version: `${lines.length} ${width}` });
  const height = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines, and lines that turn out taller, change the end
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const toEnd = () => {
      setWidth(element.clientWidth);
      if (follow) element.scrollTop = element.scrollHeight;
    };
    toEnd();
    const size = new ResizeObserver(toEnd);
    size.observe(element);
    return () => size.disconnect();
  }, [lines, follow, shown.totalPx]);
  const onScroll = () => {
    const element = scroller.current;
    if (element === null) return;
    const isOther = height.current !== element.scrollHeight;
    height.current = element.scrollHeight;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 2 * rowPx;
    // Where lines just became taller nobody has scrolled: the end is further away, and is followed.
    if (follow !== atEnd && !(follow && isOther)) onFollow(atEnd);
  };
  return (
    <div
      ref={scroller}
      className={css.lines}
      role="log"
      aria-live="off"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      tabIndex={0}
      onScroll={onScroll}
      data-wrap={wrap}
    >
      <div style={{ height: shown.totalPx }}>
        <div style={{ transform: `translateY(${shown.startPx}px)` }}>
          {lines.slice(shown.first, shown.first + shown.count).map((line, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the output
              key={shown.first + index}
              ref={shown.ref}
              data-index={shown.first + index}
              className={css.line}
              data-stream={line.stream}
              data-gap={line.isGap}
            >
              <span className={css.time}>{line.isRest ? '' : formatNumber(line.atMs / 1000, 2)}</span>
              <span className={css.stream}>
                {line.isRest || line.stream === 'stdout' ? '' : line.stream === 'stderr' ? stderr : client}
              </span>
              <span className={css.text}>{line.text}</span>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

export const outputTab: RunTab = {
  name: 'output',
  isOfLeaks: true,
  fills: true,
  isOfNothing: true,
  Content: ({ info, live }) => <OutputTab sessionId={info.id} live={live} leftOut={info.leftOut.includes('output')} />,
};
