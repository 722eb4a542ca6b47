import { memo } from 'react';
import { showHidden } from '../../../../shared/base/show-hidden.ts';
import { isAboutErrors } from '../../../../shared/derive/warnings.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import type { Environment, RunReport } from '../../../../shared/model/report.ts';
import { CAPTURES } from '../../../../shared/model/setup/captures.ts';
import type { Setup } from '../../../../shared/model/setup/setup.ts';
import { variablesText } from '../../../../shared/phrases/command-variables.ts';
import { LeakLevels } from '../../../charts/LeakLevels.tsx';
import { LevelCurves } from '../../../charts/LevelCurves.tsx';
import { LimitChart } from '../../../charts/LimitChart.tsx';
import { BothClients } from '../../../forms/BothClients.tsx';
import { useText } from '../../../i18n/i18n.tsx';
import { useView } from '../../../state/view.ts';
import { Checkbox } from '../../../ui/Choice.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { cx } from '../../../ui/cx.ts';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PartsLegend } from '../../../ui/table/PartsBar.tsx';
import { ErrorsBlock } from '../errors/ErrorsTab.tsx';
import { FoldedTables, RunTables } from '../RunTables.tsx';
import { type RunTab, Waiting } from '../run-tab.tsx';
import { ClientTables } from './ClientTables.tsx';
import css from './OverviewTab.module.css';

interface OverviewTabProps {
  readonly run: RunReport;
  readonly environment: Environment | null;
  readonly command: string | null;
  /** Null: not known. */
  readonly setup: Setup | null;
  readonly live: boolean;
  /** It was live when it was opened: what arrives does not move what is there. */
  readonly watched: boolean;
}

/** The tables known from autocannon, then the details of the run and its environment. */
const OverviewTab = memo(function OverviewTab(props: OverviewTabProps) {
  const { run, environment, setup, live, watched } = props;
  const text = useText('run');
  const [intervals, showIntervals] = useView('intervals');
  const areIntervals = intervals === 'shown';
  const isProfiled = setup !== null && CAPTURES[setup.capture.kind].yields === 'profile';
  const chooseIntervals = (
    <Checkbox label={text('overview.intervals')} checked={areIntervals} onChange={(next) => showIntervals(next ? 'shown' : 'hidden')} />
  );
  return (
    <div className={css.root} data-watched={watched}>
      {watched ? <TrustLine run={run} /> : <Trust run={run} />}
      <LeakLevels leak={run.leak} />
      <RunTables run={run} sections={['leak']} className={css.section} />
      <RunTables run={run} sections={['tool']} className={css.section} />
      <RunTables run={run} sections={['speed']} className={cx(css.pair, css.tables)} />
      <RunTables run={run} sections={['routeTime']} className={css.section} above={<PartsLegend />} />
      <LevelCurves id="levels" levels={run.levels} bracket={run.bracket ?? null} title={text('levels.title')} help={text('levels.help')} />
      <RunTables run={run} sections={['parts', 'levels']} />
      <ClientTables run={run} live={live} />
      <RunTables run={run} sections={['counts']} className={css.trio} />
      <div className={css.pair}>
        <div>
          <RunTables run={run} sections={['percentiles']} beside={{ intervals: areIntervals }} above={chooseIntervals} />
          <RunTables run={run} sections={['profile']} beside={{ isProfiled }} className={css.profile} />
          <RunTables run={run} sections={['captured']} />
        </div>
        <RunTables run={run} sections={['environment']} beside={{ environment }} className={css.section} below={<Again {...props} />} />
      </div>
      <FoldedTables run={run} sections={['periods']} note={(count) => text('parts.periodsCount', { count })} />
    </div>
  );
});

/** What would repeat the run, and what would compare its client with another. */
function Again({ command, setup, live }: OverviewTabProps) {
  const text = useText('run.overview');
  const variables = command === null ? null : variablesText(command);
  return (
    <>
      {setup !== null && !live && (
        <div className={css.client}>
          <BothClients setup={setup} />
        </div>
      )}
      {command !== null && (
        <div className={css.command}>
          <p className={css.commandLabel}>{text('command')}</p>
          <div>
            <code>{command}</code>
            {variables !== null && <p className="muted">{variables}</p>}
          </div>
          <CopyButton variant="quiet" value={command}>
            {text('copyCommand')}
          </CopyButton>
        </div>
      )}
    </>
  );
}

/** Errors first, then what else makes the figures doubtful. */
function Trust({ run }: { run: RunReport }) {
  const text = useText('run.overview');
  const others = otherWarnings(run);
  return (
    <>
      <ErrorsBlock run={run} />
      {others.length > 0 && (
        <Notice tone="warn">
          <p>{text('warnings')}</p>
          <ul className={css.warnings}>
            {others.map(wordSaid).map((warning) => (
              <li key={warning}>{showHidden(warning)}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

/** The table of errors has the rest. */
function otherWarnings({ warnings }: RunReport) {
  return warnings.filter((warning) => !isAboutErrors(warning));
}

/** The same in one line, which is there before there is anything to say. */
function TrustLine({ run }: { run: RunReport }) {
  const text = useText('run.overview');
  const errors = run.requests.failed + run.requests.unexpected;
  const warnings = otherWarnings(run).length;
  if (errors === 0 && warnings === 0) return <p className={css.trusted}>{text('noWarnings')}</p>;
  return (
    <Disclosure summary={<b className={css.doubts}>{text('warnings')}</b>} note={text('warningsFolded', { errors, warnings })}>
      <Trust run={run} />
    </Disclosure>
  );
}

export const overviewTab: RunTab = {
  name: 'overview',
  figures: 'all',
  isOfLeaks: true,
  Content: ({ report, run, wholeRun, focus, info: { command, setup }, live, watched }) =>
    report === undefined || run === null ? (
      <Waiting live={live} />
    ) : (
      <>
        {/* Its levels are windows of the run: it stays when one of them is chosen. */}
        {wholeRun?.limit !== undefined && <LimitChart limit={wholeRun.limit} onLevel={focus.setWindow} />}
        {wholeRun !== null && <RunTables run={wholeRun} sections={['limit']} />}
        <OverviewTab run={run} environment={report.environment} command={command} setup={setup} live={live} watched={watched} />
      </>
    ),
};
