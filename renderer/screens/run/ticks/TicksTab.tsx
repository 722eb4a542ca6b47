import { memo } from 'react';
import { percentOf } from '../../../../shared/base/percent-of.ts';
import { CAPTURES } from '../../../../shared/model/setup/captures.ts';
import type { Setup } from '../../../../shared/model/setup/setup.ts';
import { ticksOfLine } from '../../../../shared/profile/ticks/tick-lines.ts';
import type { TickFacts } from '../../../../shared/protocol/session-contract.ts';
import { formatCount, formatMs, formatPercent } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useEngineRequest } from '../../../state/engine-request.ts';
import { BottomUpTable } from '../../../ticks/BottomUpTable.tsx';
import { TickFlameFigure } from '../../../ticks/TickFlameFigure.tsx';
import { TickLibraries, TickSummary } from '../../../ticks/TickSummary.tsx';
import css from '../../../ticks/ticks.module.css';
import { Button } from '../../../ui/Button.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { HelpLink } from '../../../ui/HelpLink.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Progress.tsx';
import { runAgain } from '../RunHead.tsx';
import type { RunTab } from '../run-tab.tsx';
import tabs from '../tabs.module.css';

interface TicksTabProps {
  readonly sessionId: string;
  readonly setup: Setup | null;
  readonly hasTicks: boolean;
  readonly live: boolean;
}

/** What V8's own sampler has counted: the figures of `--prof-process` and the flame graph of 0x. */
const TicksTab = memo(function TicksTab({ sessionId, setup, hasTicks, live }: TicksTabProps) {
  const text = useText('run');
  const { data, failure } = useEngineRequest('session.ticks', { sessionId }, { enabled: hasTicks });
  if (!hasTicks) return <NoTicks setup={setup} live={live} />;
  if (failure !== null && data === undefined) return <ErrorNotice failure={failure} />;
  if (data === undefined) return <Spinner label={text('loading')} />;
  return data === null ? (
    <NoTicks setup={setup} live={live} />
  ) : (
    <div>
      {data.summary.length > 0 && (
        <>
          <TicksAnswer ticks={data} />
          <div className={css.pair}>
            <TickSummary figures={data} />
            <TickLibraries figures={data} />
          </div>
        </>
      )}
      <TickFlameFigure sessionId={sessionId} />
      <section className={css.section} aria-label={text('ticks.bottomUp')}>
        <h3>{text('ticks.bottomUp')}</h3>
        <p className={css.note}>{text('ticks.bottomUpNote')}</p>
        <BottomUpTable rows={data.bottomUp} />
      </section>
      <Disclosure summary={text('ticks.helpTitle')}>
        <p className={tabs.help}>{text('ticks.help')}</p>
        <p className={tabs.help}>{text('ticks.helpSummary')}</p>
        <p className={tabs.help}>
          {text('ticks.helpFlame')} <HelpLink page="FLAME-GRAPH" />
        </p>
      </Disclosure>
    </div>
  );
});

function TicksAnswer({ ticks }: { ticks: TickFacts }) {
  const text = useText('run.ticks');
  const share = (count: number) => formatPercent(percentOf(count, ticks.total));
  return (
    <div className={css.answer}>
      <p>
        {text('answer', {
          total: formatCount(ticks.total),
          javascript: share(ticksOfLine(ticks, 'javascript')),
          cpp: share(ticksOfLine(ticks, 'cpp')),
          libraries: share(ticksOfLine(ticks, 'libraries')),
          unaccounted: share(ticks.unaccounted),
        })}{' '}
        {text('gcAnswer', { gc: share(ticksOfLine(ticks, 'gc')) })}
      </p>
      {ticks.node !== '' && (
        <p className={css.note}>
          {text('taken', { node: ticks.node, interval: formatMs(ticks.intervalUs / 1_000) })}{' '}
          {ticks.outside > 0 && text('outside', { count: ticks.outside })}
        </p>
      )}
    </div>
  );
}

function NoTicks({ setup, live }: { setup: Setup | null; live: boolean }) {
  const text = useText('run.ticks');
  if (live) return <EmptyState title={text('waiting')} text={text('waitingText')} />;
  return (
    <EmptyState
      title={text('none')}
      text={text('noneText')}
      action={setup !== null && <Button onClick={() => runAgain(setup)}>{text('again')}</Button>}
    />
  );
}

export const ticksTab: RunTab = {
  name: 'ticks',
  isOf: ({ hasTicks, setup }) => hasTicks || (setup !== null && CAPTURES[setup.capture.kind].yields === 'ticks'),
  isHigh: true,
  Content: ({ info: { id, setup, hasTicks }, live }) => <TicksTab sessionId={id} setup={setup} hasTicks={hasTicks} live={live} />,
};
