/** Time by file, and by line beside the text of one. */
import { memo, useCallback, useEffect, useMemo, useState } from 'react';
import { showHidden } from '../../../../shared/base/show-hidden.ts';
import { calledName, placeOf } from '../../../../shared/format/place.ts';
import type { WeightUnit } from '../../../../shared/model/profile/weight-unit.ts';
import type { FileRow, LineRow } from '../../../../shared/model/report.ts';
import { exactText } from '../../../../shared/phrases/exact-pass.ts';
import type { FunctionName } from '../../../../shared/profile/tree/folds.ts';
import type { RequestReplies } from '../../../../shared/protocol/contract.ts';
import { columnsWithin, type RowColumn } from '../../../../shared/report/row-columns.ts';
import { baseNote, lineColumns, shareOfLine } from '../../../../shared/report/tables/lines.ts';
import { useCommands } from '../../../commands/commands.ts';
import { useEscape } from '../../../commands/escape.ts';
import { KindSwatch } from '../../../flame/KindSwatch.tsx';
import { useFrameMenu } from '../../../flame/use-frame-menu.tsx';
import { useText } from '../../../i18n/i18n.tsx';
import { openInEditor } from '../../../state/editor.ts';
import { useEngineRequest } from '../../../state/engine-request.ts';
import { useView } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import type { MenuPoint } from '../../../ui/ContextMenu.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { HelpLink } from '../../../ui/HelpLink.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Progress.tsx';
import { showToast } from '../../../ui/Toast.tsx';
import { Toolbar, UnderBar } from '../../../ui/Toolbar.tsx';
import { rowColumns } from '../../../ui/table/row-columns.tsx';
import { type Column, Table } from '../../../ui/table/Table.tsx';
import { NoSamples, type ProfileTabProps, useProfileMenu } from '../profile/FlameTab.tsx';
import { SelectionChoices } from '../profile/ProfileControls.tsx';
import { isOfSamples, isOfTime, profileProps, type RunTab } from '../run-tab.tsx';
import tabs from '../tabs.module.css';
import css from './LinesTab.module.css';

type Lines = NonNullable<RequestReplies['profile.lines']>;

const LinesTab = memo(function LinesTab({ setup, processes, threads, view, live, routes }: ProfileTabProps) {
  const text = useText('run');
  const [file, setFile] = useView('file');
  const { hide: _, folds: __, ...query } = view.query;
  const { data, failure } = useEngineRequest('profile.lines', { ...query, file: file === '' ? null : file }, { version: view.version });

  if (failure !== null && data === undefined) return <ErrorNotice failure={failure} />;
  if (data === undefined) return <Spinner label={text('loading')} />;
  if (data === null && live) return <NoSamples setup={setup} view={view} live={live} />;
  if (data === null) return <EmptyState title={text('lines.none')} text={text('lines.noneText')} />;
  const controls = <SelectionChoices view={view} processes={processes} threads={threads} routes={routes} unit={data.unit} />;
  return (
    <div className={tabs.fill}>
      {failure !== null && <ErrorNotice failure={failure} />}
      {file === '' ? (
        <Files data={data} view={view} controls={controls} onChoose={setFile} />
      ) : (
        <Source key={file} data={data} file={file} view={view} controls={controls} />
      )}
      <Disclosure summary={text('chart.help')}>
        <p className={tabs.help}>
          {text('lines.help')} <HelpLink page="LINES" />
        </p>
      </Disclosure>
    </div>
  );
});

interface FilesProps {
  readonly data: Lines;
  readonly view: ProfileTabProps['view'];
  readonly controls: React.ReactNode;
  readonly onChoose: (url: string) => void;
}

function Files({ data, view, controls, onChoose }: FilesProps) {
  const text = useText('run.lines');
  const [chosen, setChosen] = useState<string | null>(null);
  const { unit } = data;
  const columns = useMemo((): readonly Column<FileRow>[] => {
    const { file, figures } = lineColumns(unit);
    return rowColumns<FileRow>([file, ...figures], {
      self: NARROW,
      selfPercent: { width: '6rem', draw: (_, drawn) => <span className={css.share}>{drawn}</span> },
      total: NARROW,
      samples: NARROW,
      file: {
        draw: ({ url, kind }) => (
          <>
            <KindSwatch kind={kind} />
            {/* By keyboard the row is opened. */}
            <button type="button" className={css.open} tabIndex={-1} onClick={() => onChoose(url)}>
              {placeOf(url, 0)}
            </button>
          </>
        ),
      },
    });
  }, [unit, onChoose]);
  return (
    <>
      <Toolbar end={controls}>
        <span className="muted">{text('files')}</span>
      </Toolbar>
      <UnderBar>
        <span>
          {baseNote(data, unit)} {view.exact !== null && exactText(view.exact)}
        </span>
      </UnderBar>
      <Table
        label={text('filesLabel')}
        columns={columns}
        rows={data.files}
        rowKey={({ url }) => url}
        sort={{ column: 'self', descending: true }}
        selected={chosen}
        onSelect={({ url }) => setChosen(url)}
        onActivate={({ url }) => onChoose(url)}
        className={tabs.filling}
        height="100%"
      />
    </>
  );
}

interface SourceProps {
  readonly data: Lines;
  readonly file: string;
  readonly view: ProfileTabProps['view'];
  readonly controls: React.ReactNode;
}

interface ShownLine {
  readonly line: number;
  readonly text: string;
  /** Null: no sample was taken on it. */
  readonly row: LineRow | null;
}

/** Of the time of the file: what is worth going to. */
const HOT_PERCENT = 1;

function Source({ data, file, view, controls }: SourceProps) {
  const text = useText('run.lines');
  const menu = useText('run.frameMenu');
  const [, setFile] = useView('file');
  const [line, setLine] = useView('line');
  const { data: source } = useEngineRequest('profile.text', { sessionId: view.query.sessionId, url: file }, { version: view.version });
  const shown = useMemo(() => showLines(data.rows, source !== undefined && 'text' in source ? source.text : null), [data.rows, source]);
  const of = data.files.find(({ url }) => url === file);
  const hot = useMemo(
    () => shown.filter(({ row }) => row !== null && row.line > 0 && row.self > 0 && row.self * 100 >= HOT_PERCENT * (of?.self ?? 0)),
    [shown, of],
  );
  const hottest = hot.reduce<ShownLine | null>((most, one) => (most === null || one.row!.self > most.row!.self ? one : most), null);
  const at = line ?? hottest?.line ?? null;
  const go = useCallback((to: ShownLine | undefined) => to !== undefined && setLine(to.line), [setLine]);
  const next = () => go(hot.find((one) => one.line > (at ?? 0)) ?? hot[0]);
  const previous = () => go(hot.filter((one) => one.line < (at ?? Infinity)).at(-1) ?? hot.at(-1));
  const back = () => {
    setLine(null);
    setFile('');
  };
  useEscape('place', back);
  useCommands({ previousLine: previous, nextLine: next });
  const chosen = shown.find((one) => one.line === at)?.row ?? null;
  const [, setTab] = useView('tab');
  const { showAround, ...profileMenu } = useProfileMenu(view);
  const focus = (of: FunctionName) => {
    view.want(of);
    setTab('flame');
  };
  const frameMenu = useFrameMenu({ ...profileMenu, showAround });
  // What is selected is in sight, also when it was asked for before the text was there.
  const [revealed, setRevealed] = useState<number | null>(null);
  useEffect(() => setRevealed(source === undefined ? null : at), [source, at]);
  const openMenu = (row: LineRow, point: MenuPoint) => {
    const of = functionOf(row);
    setLine(row.line);
    // A table does not know whether it recurs.
    frameMenu.open({ ...of, kind: row.kind, share: shareOfLine(row), focus: () => focus(of), recurs: true, standsFor: null }, point);
  };
  const path = source?.path ?? null;
  const edit = (place: number) =>
    path !== null &&
    void openInEditor({ path, line: Math.max(1, place), column: 1 }).then((isOpened) => isOpened || showToast(menu('noEditor')));
  const most = hottest?.row?.self ?? 0;
  const columns = useMemo(() => sourceColumns(data.unit, most), [data.unit, most]);
  return (
    <>
      <Toolbar end={controls}>
        <Button onClick={back}>{text('allFiles')}</Button>
        <Button onClick={previous} disabled={hot.length === 0}>
          {text('previous')}
        </Button>
        <Button onClick={next} disabled={hot.length === 0}>
          {text('next')}
        </Button>
        <Button onClick={() => chosen !== null && showAround?.(functionOf(chosen))} disabled={chosen === null}>
          {text('itsFunction')}
        </Button>
        <Button onClick={() => chosen !== null && focus(functionOf(chosen))} disabled={chosen === null}>
          {text('inFlame')}
        </Button>
        <Button onClick={() => edit(at ?? 1)} disabled={path === null}>
          {text('editor')}
        </Button>
      </Toolbar>
      <UnderBar>
        <span>
          <strong>{placeOf(file, 0)}</strong> {text('hot', { count: hot.length })}.{' '}
          {source !== undefined && 'why' in source && text(`why.${source.why}`)}
          {source !== undefined && 'text' in source && source.instead !== null && text(`instead.${source.instead}`)}{' '}
          {baseNote(data, data.unit)} {view.exact !== null && exactText(view.exact)}{' '}
          {data.rows.some(({ isExact }) => !isExact) && text('noteAbout')}
        </span>
      </UnderBar>
      <Table
        label={text('label', { file: placeOf(file, 0) })}
        columns={columns}
        rows={shown}
        rowKey={({ line: number }) => number}
        selected={at}
        revealed={revealed}
        onSelect={({ line: number }) => setLine(number)}
        onActivate={({ line: number }) => edit(number)}
        onRowMenu={({ row }, point) => row !== null && openMenu(row, point)}
        className={tabs.filling}
        height="100%"
        empty={<EmptyState title={text('noRows')} text={text('noRowsText')} />}
      />
      {frameMenu.menu}
    </>
  );
}

/** The function that most of the time of a line is of. */
function functionOf(row: LineRow): FunctionName {
  return { function: row.function, url: row.functionUrl, line: row.functionLine };
}

/** Every line of the text, or those with time where there is none; what V8 puts behind the end of the file stays below it. */
function showLines(rows: readonly LineRow[], source: string | null): ShownLine[] {
  const known = new Map(rows.map((row) => [row.line, row]));
  const lines = source === null ? [] : source.split('\n');
  const written = lines.map(
    (one, at): ShownLine => ({ line: at + 1, text: showHidden(one.replace(/\r$/, '')), row: known.get(at + 1) ?? null }),
  );
  const others = rows.filter(({ line }) => line === 0 || line > lines.length).map((row): ShownLine => ({ line: row.line, text: '', row }));
  return [...written, ...others.sort((a, b) => (a.line === 0 ? 1 : b.line === 0 ? -1 : a.line - b.line))];
}

const NARROW = { width: '5.5rem' };

/** `most`: of the hottest line. Lines stay in their order. */
function sourceColumns(unit: WeightUnit, most: number): readonly Column<ShownLine>[] {
  const { figures, line, text } = lineColumns(unit);
  const known = figures.map(
    ({ cell, value: _, ...column }): RowColumn<ShownLine> => ({
      ...column,
      cell: ({ row }) => (isEmpty(column.id, row) ? '' : cell(row)),
    }),
  );
  const numbered = columnsWithin([line], ({ line: number, row }: ShownLine) => row ?? { line: number, isExact: true });
  return rowColumns([...columnsWithin([text], (shown: ShownLine) => shown), ...known, ...numbered], {
    self: NARROW,
    selfPercent: {
      width: '6rem',
      draw: ({ row }, drawn) => (isEmpty('selfPercent', row) ? drawn : <span className={css.share}>{drawn}</span>),
    },
    total: NARROW,
    samples: NARROW,
    line: {
      width: '6rem',
      draw: ({ row }, drawn) => (
        <span className={css.line}>
          {drawn}
          <span className={css.heat} style={{ background: heatOf(row, most) }} aria-hidden="true" />
        </span>
      ),
    },
    text: {
      text: ({ text: written, row }) => written || nameOf(row),
      draw: ({ text: written, row }) =>
        written === '' && row !== null ? <span className="muted">{nameOf(row)}</span> : <span className={css.text}>{written}</span>,
    },
  });
}

/** Where a function begins there is a total, and often nothing else. */
function isEmpty(column: string, row: LineRow | null): row is null {
  return row === null || (column !== 'total' && row.self === 0);
}

function nameOf(row: LineRow | null): string {
  return row === null ? '' : calledName(row.function, row.url, row.line);
}

const HEATS = 10;

function heatOf(row: LineRow | null, most: number): string {
  if (row === null || row.self === 0 || most === 0) return 'transparent';
  return `var(--heat-${Math.min(HEATS - 1, Math.floor((HEATS * row.self) / most))})`;
}

export const linesTab: RunTab = {
  name: 'lines',
  isOf: (info) => isOfSamples(info) && isOfTime(info),
  fills: true,
  isHigh: true,
  Content: (shown) => <LinesTab {...profileProps(shown)} />,
};
