import { memo, type ReactNode } from 'react';
import type { Milliseconds } from '../../../../shared/base/units.ts';
import type { ReportedResponse, RunReport } from '../../../../shared/model/report.ts';
import { sortResponses, tellKeptResponse, whyNoResponses } from '../../../../shared/phrases/kept-responses.ts';
import { secondOf, type TimeFocus } from '../../../charts/time-focus.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useView } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { RunTables } from '../RunTables.tsx';
import { type RunTab, Waiting } from '../run-tab.tsx';
import css from './ErrorsTab.module.css';

/** What went wrong, how often, and what came back; where nothing did, the first good response. */
const ErrorsTab = memo(function ErrorsTab({ run, endMs, focus }: { run: RunReport; endMs: Milliseconds; focus: TimeFocus }) {
  const text = useText('run.responses');
  const { failing, good } = sortResponses(run);
  const why = whyNoResponses(run);
  const hasFailed = run.requests.failed + run.requests.unexpected > 0;
  return (
    <div className={css.root}>
      {hasFailed ? <CausesTable run={run} /> : <EmptyState title={text('none')} text={why ?? text('noneText')} />}
      {hasFailed && why !== null && <p className="muted">{why}</p>}
      {failing.length > 0 && (
        <Section title={text('failing')} note={text('failingNote')}>
          {failing.map((response, index) => (
            <KeptResponse
              key={`${response.atMs} ${response.connection}`}
              response={response}
              endMs={endMs}
              focus={focus}
              isOpen={index === 0}
            />
          ))}
        </Section>
      )}
      {good.length > 0 && (
        <Section title={text('good')}>
          {good.map((response) => (
            <KeptResponse key={response.request} response={response} endMs={endMs} focus={focus} isOpen={failing.length === 0} />
          ))}
        </Section>
      )}
    </div>
  );
});

/** On top of the overview, where something went wrong; leads to what came back. */
export function ErrorsBlock({ run }: { run: RunReport }) {
  const text = useText('run.responses');
  const [, setTab] = useView('tab');
  if (run.requests.failed + run.requests.unexpected === 0) return null;
  return (
    <CausesTable
      run={run}
      below={
        <Button variant="quiet" onClick={() => setTab('errors')}>
          {text('show')}
        </Button>
      }
    />
  );
}

/** Each way in which requests went wrong; nothing where none did. */
function CausesTable({ run, below }: { run: RunReport; below?: ReactNode }) {
  const text = useText('run.responses');
  return (
    <RunTables
      run={run}
      sections={['failures']}
      className={css.causes}
      below={
        <>
          {run.latencyMs !== null && <p className={css.note}>{text('others')}</p>}
          <div className={css.show}>{below}</div>
        </>
      }
    />
  );
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={css.section}>
      <h3>{title}</h3>
      {note !== undefined && <p className={css.note}>{note}</p>}
      {children}
    </section>
  );
}

interface KeptResponseProps {
  readonly response: ReportedResponse;
  readonly endMs: Milliseconds;
  readonly focus: TimeFocus;
  readonly isOpen: boolean;
}

function KeptResponse({ response, endMs, focus, isOpen }: KeptResponseProps) {
  const text = useText('run.responses');
  const { title, facts, head, body, gist, notes, stdout, stderr, silence } = tellKeptResponse(response);
  return (
    <Disclosure className={css.response} summary={<b className={css.title}>{title}</b>} note={facts} defaultOpen={isOpen}>
      <p className={css.note}>
        {facts}
        <Button variant="quiet" className={css.second} onClick={() => focus.setWindow(secondOf(response.atMs, endMs))}>
          {text('second')}
        </Button>
      </p>
      <div className={css.sides}>
        <div>
          <Block title={text('gist')} content={gist} />
          <Block title={text('bodyTitle')} content={body} />
          {notes.map((note) => (
            <p key={note} className={css.note}>
              {note}
            </p>
          ))}
          <Block title={text('headers')} content={head} empty={text('noHead')} />
        </div>
        <div>
          <Block title={text('stdout')} content={stdout} />
          <Block title={text('stderr')} content={stderr} empty={silence} />
        </div>
      </div>
    </Disclosure>
  );
}

/** Without `empty` nothing is shown where there is nothing. */
function Block({ title, content, empty = '' }: { title: string; content: string; empty?: string }) {
  const text = useText('run.responses');
  if (content === '') return empty === '' ? null : <p className={css.note}>{empty}</p>;
  return (
    <div className={css.block}>
      <div className={css.blockHead}>
        <h4>{title}</h4>
        <CopyButton variant="quiet" value={content} aria-label={text('copy', { what: title })} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre className={css.text} tabIndex={0}>
        {content}
      </pre>
    </div>
  );
}

export const errorsTab: RunTab = {
  name: 'errors',
  figures: ['setup', 'load', 'responses'],
  isOfLeaks: true,
  isHigh: true,
  Content: ({ run, info, focus, live }) =>
    run === null ? <Waiting live={live} /> : <ErrorsTab run={run} endMs={info.measuredMs} focus={focus} />,
};
