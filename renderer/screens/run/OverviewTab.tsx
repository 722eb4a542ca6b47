import { memo, type ReactNode } from 'react';
import { showHidden } from '../../../shared/format/show-hidden.ts';
import { minimumCount } from '../../../shared/load/distribution.ts';
import { type Distribution, LATENCY_PERCENTILES, largestOf, THROUGHPUT_PERCENTILES } from '../../../shared/model/distribution.ts';
import type { Environment, RunReport, Spread } from '../../../shared/model/report.ts';
import { ERROR_KINDS } from '../../../shared/model/run.ts';
import type { Setup } from '../../../shared/model/setup.ts';
import {
  intervalText,
  latencyName,
  serviceBeside,
  tellNoErrors,
  tellResponses,
  unansweredUnknown,
} from '../../../shared/report/run-tables.ts';
import { isAboutErrors } from '../../../shared/session/warnings.ts';
import { cellFigure, tellBounded } from '../../../shared/words/bounds.ts';
import { tellCaptured } from '../../../shared/words/captured-figures.ts';
import { variablesText } from '../../../shared/words/command-variables.ts';
import { exactText } from '../../../shared/words/exact-pass.ts';
import { generatorText } from '../../../shared/words/load-plan.ts';
import { coversText } from '../../../shared/words/profile-words.ts';
import { costText } from '../../../shared/words/profiling-cost.ts';
import { wordSaid } from '../../../shared/words/word-said.ts';
import { BothClients } from '../../forms/BothClients.tsx';
import { chooseTimeUnit, formatBytes, formatCount, formatMs, formatSignificant, type TimeUnit } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';
import { useView } from '../../state/view.ts';
import { Checkbox } from '../../ui/Choice.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { cx } from '../../ui/cx.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { Term } from '../../ui/Term.tsx';
import type { TermId } from '../../ui/terms.ts';
import { AutocannonTables } from './AutocannonTables.tsx';
import { CommandTables } from './CommandTables.tsx';
import { ErrorsBlock } from './ErrorsTab.tsx';
import css from './OverviewTab.module.css';
import { PartTables, PeriodTable } from './PartTables.tsx';

export interface OverviewTabProps {
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
export const OverviewTab = memo(function OverviewTab(props: OverviewTabProps) {
  const { run, live, watched } = props;
  const text = useText('run.overview');
  return (
    <div className={css.root} data-watched={watched}>
      {watched ? <TrustLine run={run} /> : <Trust run={run} />}
      <CommandTables run={run} />
      {run.byCommand === undefined && (
        <div className={cx(css.pair, css.tables)}>
          <LatencyTable run={run} />
          <ThroughputTable run={run} />
        </div>
      )}
      <PartTables run={run} />
      <AutocannonTables run={run} live={live} />
      {run.byCommand === undefined && (
        <div className={css.trio}>
          <Totals run={run} />
          <Counts title={text('status')} counts={run.status} empty={text('noStatus')} />
          <Counts title={text('errors')} counts={run.errors} empty={tellNoErrors(run)} order={ERROR_KINDS} />
        </div>
      )}
      <div className={css.pair}>
        <div>
          {run.byCommand === undefined && <Percentiles run={run} />}
          <div className={css.profile}>
            <ProfileFacts run={run} setup={props.setup} />
          </div>
          <CapturedFacts run={run} />
        </div>
        <EnvironmentFacts {...props} />
      </div>
      <PeriodTable run={run} />
    </div>
  );
});

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

function Section({ title, term, note, children }: { title: string; term?: TermId; note?: ReactNode; children: ReactNode }) {
  return (
    <section className={css.section}>
      <h3>{term === undefined ? title : <Term id={term}>{title}</Term>}</h3>
      {children}
      {note && <p className={css.note}>{note}</p>}
    </section>
  );
}

const SHOWN_PERCENTILES = [2.5, 50, 97.5, 99] as const;

interface LatencyRow {
  readonly name: string;
  readonly of: Distribution;
}

/** Each row has its own unit, named in its header: connecting takes microseconds while responses may take seconds. */
function unitOf(of: Distribution): TimeUnit {
  return chooseTimeUnit(largestOf(of));
}

function LatencyTable({ run }: { run: RunReport }) {
  const text = useText('run.overview');
  const percentileText = usePercentileText();
  const rows = [
    { name: latencyName(run), of: run.latencyMs },
    { name: text('rowFirstByte'), of: run.firstByteMs },
    { name: text('rowService'), of: serviceBeside(run) },
    { name: text('rowLateness'), of: run.latenessMs },
    { name: text('rowSession'), of: run.sessionMs },
    { name: text('rowConnect'), of: run.connectMs },
    { name: text('rowUnexpected'), of: run.unexpectedLatencyMs },
  ].filter((row): row is LatencyRow => row.of !== null);
  if (rows.length === 0)
    return (
      <Section title={text('latency')}>
        {<p className="muted">{`${text('noLatency')} ${text('noResponseNext', { sent: run.requests.sent })}`}</p>}
      </Section>
    );
  const anyWeak = rows.some(({ of }) => SHOWN_PERCENTILES.some((percentile) => of.weak.includes(String(percentile))));
  const figure = (id: string, header: string, cell: (row: LatencyRow) => string, term?: TermId): Column<LatencyRow> => ({
    id,
    header,
    numeric: true,
    cell,
    ...(term && { term }),
  });
  const cell = (of: Distribution, name: string) => cellFigure(of, name, unitOf(of));
  const columns: Column<LatencyRow>[] = [
    {
      id: 'stat',
      header: text('stat'),
      rowHeader: true,
      width: '9.25rem',
      cell: ({ name, of }) => text('rowUnit', { name, unit: unitOf(of).unit }),
    },
    ...SHOWN_PERCENTILES.map(
      (percentile): Column<LatencyRow> => ({
        id: String(percentile),
        header: text('percentile', { percentile: String(percentile) }),
        numeric: true,
        text: ({ of }) => percentileText(of, percentile, unitOf(of)),
        cell: ({ of }) => <Percentile of={of} percentile={percentile} unit={unitOf(of)} />,
      }),
    ),
    figure('avg', text('avg'), ({ of }) => cell(of, 'mean')),
    figure('stdev', text('stdev'), ({ of }) => formatSignificant(of.stdev === null ? null : of.stdev * unitOf(of).perMs), 'spread'),
    figure('max', text('max'), ({ of }) => cell(of, 'max')),
  ];
  return (
    <Section
      title={text('latency')}
      term="latency"
      note={[run.latencyMs && tellResponses(run, run.latencyMs), tellBounded(rows.map(({ of }) => of)), anyWeak && text('weakNote')]
        .filter(Boolean)
        .join(' ')}
    >
      <Table label={text('latencyTable')} columns={columns} rows={rows} rowKey={({ name }) => name} />
    </Section>
  );
}

/** In brackets where it stands on too few responses. */
function usePercentileText() {
  const text = useText('run.overview');
  return (of: Distribution, percentile: number, unit: TimeUnit): string => {
    const value = cellFigure(of, String(percentile), unit);
    return of.weak.includes(String(percentile)) ? text('bracketed', { value }) : value;
  };
}

function Percentile({ of, percentile, unit }: { of: Distribution; percentile: number; unit: TimeUnit }) {
  const text = useText('run.overview');
  const shown = usePercentileText()(of, percentile, unit);
  if (!of.weak.includes(String(percentile))) return shown;
  const needed = formatCount(minimumCount(percentile));
  return (
    <span className={css.weak} title={text('weakMark', { count: formatCount(of.count + (of.censored ?? 0)), needed })}>
      {shown}
    </span>
  );
}

interface ThroughputRow {
  readonly name: string;
  readonly of: Spread;
  readonly format: (value: number) => string;
}

function ThroughputTable({ run }: { run: RunReport }) {
  const text = useText('run.overview');
  const { throughput, bytesPerSecond } = run;
  if (throughput === null)
    return (
      <Section title={text('throughput')} term="throughput">
        {<p className="muted">{`${text('noThroughput')} ${text('noResponseNext', { sent: run.requests.sent })}`}</p>}
      </Section>
    );
  const bytes = chooseByteUnit(bytesPerSecond?.mean ?? 0);
  const rows: ThroughputRow[] = [{ name: text('rowRequests'), of: throughput, format: formatSignificant }];
  if (bytesPerSecond !== null) {
    rows.push({
      name: text('rowBytes', { unit: bytes.unit }),
      of: bytesPerSecond,
      format: (value) => formatSignificant(value / bytes.size),
    });
  }
  const figure = (id: string, header: string, value: (of: Spread) => number | undefined): Column<ThroughputRow> => ({
    id,
    header,
    numeric: true,
    cell: ({ of, format }) => format(value(of) ?? Number.NaN),
  });
  const columns: Column<ThroughputRow>[] = [
    { id: 'stat', header: text('stat'), rowHeader: true, width: '9.25rem', cell: ({ name }) => name },
    ...THROUGHPUT_PERCENTILES.map((percentile) =>
      figure(String(percentile), text('percentile', { percentile: String(percentile) }), (of) => of.percentiles[String(percentile)]),
    ),
    figure('avg', text('avg'), (of) => of.mean),
    figure('stdev', text('stdev'), (of) => of.stdev),
    figure('min', text('min'), (of) => of.min),
  ];
  const seconds = throughput.seconds;
  return (
    <Section
      title={text('throughput')}
      term="throughput"
      note={seconds < 2 ? text('fewSeconds', { seconds }) : text('wholeSeconds', { seconds })}
    >
      <Table label={text('throughputTable')} columns={columns} rows={rows} rowKey={({ name }) => name} />
    </Section>
  );
}

function chooseByteUnit(bytes: number): { unit: string; size: number } {
  if (bytes >= 1e8) return { unit: 'MB', size: 1e6 };
  return bytes >= 1e4 ? { unit: 'kB', size: 1e3 } : { unit: 'B', size: 1 };
}

interface Fact {
  readonly label: string;
  readonly term?: TermId;
  readonly value: ReactNode;
  readonly tone?: 'bad' | 'sub';
}

function Facts({ facts, numeric }: { facts: readonly Fact[]; numeric?: boolean }) {
  return (
    <dl className={css.facts} data-numeric={numeric}>
      {facts.map(({ label, term, value, tone }) => (
        <div key={label} data-tone={tone}>
          <dt>{term === undefined ? label : <Term id={term}>{label}</Term>}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Totals({ run }: { run: RunReport }) {
  const text = useText('run.overview');
  const { sent, completed, failed, timedOut, unfinished, unanswered, unexpected, dropped, stale = 0 } = run.requests;
  const unknown = unansweredUnknown(run);
  const bad = (count: number) => (count > 0 ? ('bad' as const) : undefined);
  const facts: Fact[] = [
    { label: text('sent'), value: formatCount(sent) },
    { label: text('completed'), value: formatCount(completed) },
    ...(stale > 0 ? [{ label: text('stale'), value: formatCount(stale), tone: 'sub' as const }] : []),
    { label: text('unexpected'), value: formatCount(unexpected), tone: bad(unexpected) },
    { label: text('failed'), value: formatCount(failed), tone: bad(failed) },
    ...(timedOut > 0 ? [{ label: text('timedOut'), value: formatCount(timedOut), tone: 'sub' as const }] : []),
    { label: text('unfinished'), value: formatCount(unfinished) },
    ...(unanswered ? [{ label: text('unanswered'), value: formatCount(unanswered), tone: 'bad' as const }] : []),
    ...(unknown === null ? [] : [{ label: text('unanswered'), value: unknown, tone: 'sub' as const }]),
    ...(dropped > 0 ? [{ label: text('dropped'), value: formatCount(dropped) }] : []),
    { label: text('bytes'), value: formatBytes(run.bytes) },
  ];
  return (
    <Section title={text('requests')}>
      <Facts facts={facts} numeric />
    </Section>
  );
}

interface CountsProps {
  readonly title: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly empty: string;
  readonly order?: readonly string[];
}

function Counts({ title, counts, empty, order }: CountsProps) {
  const place = (name: string) => order?.indexOf(name) ?? 0;
  const facts = Object.entries(counts)
    .sort(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1))
    .map(([label, count]) => ({ label, value: formatCount(count) }));
  return <Section title={title}>{facts.length === 0 ? <p className="muted">{empty}</p> : <Facts facts={facts} numeric />}</Section>;
}

function Percentiles({ run }: { run: RunReport }) {
  const text = useText('run.overview');
  const percentileText = usePercentileText();
  const [shown, show] = useView('intervals');
  const latency = run.latencyMs;
  if (latency === null) return null;
  const isWithIntervals = shown === 'shown';
  const unit = chooseTimeUnit(largestOf(latency));
  const weakText = (percentile: number) =>
    latency.weak.includes(String(percentile))
      ? text('weak', { count: formatCount(latency.count + (latency.censored ?? 0)), needed: formatCount(minimumCount(percentile)) })
      : '';
  const interval: Column<number> = {
    id: 'interval',
    header: text('intervalColumn', { unit: unit.unit }),
    numeric: true,
    width: '10rem',
    cell: (percentile) => intervalText(run, percentile, unit),
  };
  const columns: Column<number>[] = [
    {
      id: 'percentile',
      header: text('percentileColumn'),
      rowHeader: true,
      numeric: true,
      width: '6rem',
      cell: (percentile) => text('percentile', { percentile: String(percentile) }),
    },
    {
      id: 'value',
      header: text('valueColumn', { unit: unit.unit }),
      numeric: true,
      width: '7.5rem',
      text: (percentile) => percentileText(latency, percentile, unit),
      cell: (percentile) => <Percentile of={latency} percentile={percentile} unit={unit} />,
    },
    ...(isWithIntervals ? [interval] : []),
    {
      id: 'note',
      header: text('noteColumn'),
      text: weakText,
      cell: (percentile) => <span className={css.weakNote}>{weakText(percentile)}</span>,
    },
  ];
  return (
    <Section
      title={text('percentiles')}
      term="percentile"
      note={[tellResponses(run, latency), isWithIntervals && text('intervalHelp')].filter(Boolean).join(' ')}
    >
      <div className={css.control}>
        <Checkbox label={text('intervals')} checked={isWithIntervals} onChange={(next) => show(next ? 'shown' : 'hidden')} />
      </div>
      <Table label={text('percentiles')} columns={columns} rows={LATENCY_PERCENTILES} rowKey={(percentile) => percentile} />
    </Section>
  );
}

function ProfileFacts({ run, setup }: Pick<OverviewTabProps, 'run' | 'setup'>) {
  const text = useText('run.overview');
  const exact = useText('run.exact');
  const { profile } = run;
  if (profile === null) {
    return (
      <Section title={text('profile')}>
        <p className="muted">
          {/* One that was asked for and did not come: the run ended before, which is said above. */}
          {text('noProfile')} {setup?.capture.kind !== 'cpu' && text('noProfileNext')}
        </p>
      </Section>
    );
  }
  const us = (value: number) => formatMs(value / 1000);
  return (
    <Section title={text('profile')}>
      <Facts
        facts={[
          { label: text('samples'), term: 'samples', value: formatCount(profile.samples) },
          {
            label: text('interval'),
            value: text('intervalValue', { asked: us(profile.intervalUs), reached: us(profile.effectiveIntervalUs) }),
          },
          {
            label: text('profiled'),
            value: coversText(profile),
          },
          {
            label: text('overhead'),
            term: 'profiling-cost',
            value: costText(profile),
          },
          ...(profile.exact?.exactPass ? [{ label: exact('title'), value: exactText(profile.exact.exactPass) }] : []),
        ]}
      />
    </Section>
  );
}

function CapturedFacts({ run: { captured } }: { run: RunReport }) {
  const text = useText('capture');
  if (captured === undefined) return null;
  return (
    <Section title={text('figures')}>
      <Facts facts={captured.map(tellCaptured).map(({ name, value }) => ({ label: name, value }))} />
    </Section>
  );
}

function EnvironmentFacts({ run, environment, command, setup, live }: OverviewTabProps) {
  const text = useText('run.overview');
  const client = useText('setup.client')(run.load.client);
  const { target } = run;
  const exit = target.exit;
  const variables = command === null ? null : variablesText(command);
  const facts: Fact[] = [
    { label: text('script'), value: target.script },
    { label: text('url'), value: target.url },
    {
      label: text('client'),
      value: (
        <span className={css.client}>
          {client} {setup !== null && !live && <BothClients setup={setup} />}
        </span>
      ),
    },
    { label: text('node'), value: target.node },
    { label: text('nodePath'), value: target.nodePath },
    { label: text('cwd'), value: target.cwd },
    ...(exit === null
      ? []
      : [
          {
            label: text('exit'),
            value: exit.signal === null ? text('exitCode', { code: String(exit.code) }) : text('exitSignal', { signal: exit.signal }),
          },
        ]),
    ...(run.generator.cpuPercent === null ? [] : [{ label: text('generator'), value: generatorText(run) }]),
    ...(environment === null
      ? []
      : [
          {
            label: text('machine'),
            value: text('machineValue', { cpu: environment.cpu, cores: environment.cores, memory: formatBytes(environment.memoryBytes) }),
          },
          { label: text('system'), value: text('systemValue', { os: environment.os, arch: environment.arch }) },
          { label: text('engineNode'), value: environment.engineNode },
          { label: text('loopscope'), value: environment.loopscope },
        ]),
  ].filter(({ value }) => value !== '');
  return (
    <Section title={text('environment')}>
      <Facts facts={facts} />
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
    </Section>
  );
}
