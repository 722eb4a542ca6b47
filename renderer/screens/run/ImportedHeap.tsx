import { type ReactNode, useMemo, useState } from 'react';
import { showHidden } from '../../../shared/base/show-hidden.ts';
import { fileName } from '../../../shared/format/place.ts';
import { compareHeaps } from '../../../shared/heap/compare-heaps.ts';
import { type Failure, fail } from '../../../shared/model/failure.ts';
import type { HeapSummary } from '../../../shared/model/heap-summary.ts';
import { hasLoad, isExternal, type Report } from '../../../shared/model/report.ts';
import type { SessionInfo } from '../../../shared/protocol/session-contract.ts';
import { heapAnswer } from '../../../shared/report/heap-answer.ts';
import { changesTable, HEAP_TABLES } from '../../../shared/report/heap-tables.ts';
import { say } from '../../../shared/words/said.ts';
import { FilePicker } from '../../frame/FilePicker.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { ResultTabs } from '../../session/ResultTabs.tsx';
import { useEngineRequest } from '../../state/engine-request.ts';
import { type GivenFile, openUnseen } from '../../state/shell.ts';
import { useView } from '../../state/view.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Progress.tsx';
import type { Tab } from '../../ui/Tabs.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import { ImportedAnswer, ImportedFrame, type ImportedProps } from './ImportedFrame.tsx';
import { NotesTab } from './NotesTab.tsx';
import css from './RunScreen.module.css';

type HeapTab = (typeof HEAP_TABLES)[number]['id'] | 'changes' | 'notes';

/** Rows in sight; a table with more scrolls. */
const MOST_ROWS = 24;

/** A snapshot of a heap: its objects by constructor, those that keep most alive, what keeps what, and what has changed since another one. */
export function ImportedHeap({ info, notices }: ImportedProps) {
  const text = useText('run');
  const { heap, failure } = useHeap(info.id);
  const [asked, setTab] = useView('tab');
  const tabs = tabsOf(info, heap, text);
  return (
    <ImportedFrame
      {...{ info, notices, failure }}
      answer={heap !== null && <ImportedAnswer info={info} says={heapAnswer(heap)} />}
      view={
        <ResultTabs
          label={text('tab.label')}
          tabs={tabs}
          chosen={tabs.find(({ value }) => value === asked)?.value ?? 'constructors'}
          onChoose={setTab}
          searched="constructors"
        />
      }
    />
  );
}

function tabsOf(info: SessionInfo, heap: HeapSummary | null, text: ReturnType<typeof useText<'run'>>): Tab<HeapTab>[] {
  const waiting = <p className={css.nothing}>{text('loading')}</p>;
  return [
    ...HEAP_TABLES.map(({ id, of }): Tab<HeapTab> => {
      const content = heap === null ? waiting : <HeapTable key={id} title={text(`heap.tab.${id}`)} heap={heap} of={of} />;
      return { value: id, label: text(`heap.tab.${id}`), content };
    }),
    { value: 'changes', label: text('heap.tab.changes'), content: heap === null ? waiting : <Changes heap={heap} /> },
    { value: 'notes', label: text('tab.notes'), content: <NotesTab info={info} /> },
  ];
}

interface HeapTableProps {
  /** For who goes from heading to heading: that of the table is below it. */
  readonly title: string;
  readonly heap: HeapSummary;
  readonly of: (typeof HEAP_TABLES)[number]['of'];
}

function HeapTable({ title, heap, of }: HeapTableProps) {
  const text = useText('run.heap');
  const table = useMemo(() => of(heap), [heap, of]);
  return (
    <div className={css.result}>
      <h2 className="visually-hidden">{title}</h2>
      <FigureTable table={table} most={MOST_ROWS} openLabel={(name) => text('open', { name })} />
    </div>
  );
}

interface Other {
  readonly name: string;
  readonly sessionId: string;
}

/** Beside a snapshot that was taken before, which is chosen here. */
function Changes({ heap }: { readonly heap: HeapSummary }) {
  const text = useText('run.heap');
  const [isPicking, setPicking] = useState(false);
  const [reading, setReading] = useState<string | null>(null);
  const [other, setOther] = useState<Other | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const take = async (given: GivenFile) => {
    const name = showHidden('path' in given ? fileName(given.path) : given.file.name);
    setPicking(false);
    setReading(name);
    const opened = await openUnseen(given);
    setReading(null);
    setFailure(opened.ok ? null : opened.failure);
    if (opened.ok) setOther({ name, sessionId: opened.value.sessionId });
  };
  const choose = <Button onClick={() => setPicking(true)}>{text('beside')}</Button>;
  return (
    <div className={css.result}>
      <h2 className="visually-hidden">{text('tab.changes')}</h2>
      {failure !== null && <ErrorNotice failure={failure} />}
      {reading !== null && <Spinner label={text('choosing', { name: reading })} />}
      {other === null ? <EmptyState title={text('notCompared')} action={choose} /> : <Beside heap={heap} other={other} above={choose} />}
      <FilePicker
        open={isPicking}
        onClose={() => setPicking(false)}
        title={text('besideHint')}
        kind="session"
        onPick={(path) => void take({ path })}
        onUpload={(file) => void take({ file })}
      />
    </div>
  );
}

function Beside({ heap, other, above }: { readonly heap: HeapSummary; readonly other: Other; readonly above: ReactNode }) {
  const text = useText('run.heap');
  const { heap: before, failure, isNone } = useHeap(other.sessionId);
  const table = useMemo(() => before && changesTable(compareHeaps(heap, before), other.name), [heap, before, other.name]);
  if (failure !== null) return <ErrorNotice failure={failure} />;
  if (isNone)
    return (
      <>
        <ErrorNotice failure={fail('bad-request', say('session.isNoHeap', { name: other.name }), say('session.chooseHeap')).failure} />
        {above}
      </>
    );
  return table === null ? (
    <Spinner label={text('choosing', { name: other.name })} />
  ) : (
    <FigureTable table={table} most={MOST_ROWS} above={above} />
  );
}

/** `isNone`: the session is of something else. */
function useHeap(sessionId: string): { readonly heap: HeapSummary | null; readonly failure: Failure | null; readonly isNone: boolean } {
  const { data, failure } = useEngineRequest('session.report', { sessionId, window: null }, { version: 'final', enabled: true });
  const heap = data === undefined ? undefined : heapOf(data.runs);
  return { heap: heap ?? null, failure, isNone: data !== undefined && heap === undefined };
}

function heapOf([run]: Partial<Report>['runs'] & {}): HeapSummary | undefined {
  return run === undefined || hasLoad(run) || isExternal(run) ? undefined : run.snapshot;
}
