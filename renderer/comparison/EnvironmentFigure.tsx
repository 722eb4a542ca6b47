import { variantLetter } from '../../shared/model/comparison.ts';
import type { Report } from '../../shared/model/report.ts';
import type { ComparisonInfo } from '../../shared/protocol/comparison-contract.ts';
import { passSessionId } from '../../shared/protocol/comparison-contract.ts';
import { request } from '../bridge.ts';
import { VariantMark } from '../charts/VariantMark.tsx';
import { formatBytes } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { type Column, Table } from '../ui/Table.tsx';
import css from './AboutFigures.module.css';
import { type AskPass, useOfPasses } from './use-passes.ts';

const askReport: AskPass<Report> = async (sessionId, { index }) => {
  const answer = await request('session.report', { sessionId: passSessionId(sessionId, index), window: null });
  return answer.ok ? answer.value : null;
};

interface Fact {
  readonly field: string;
  readonly values: readonly string[];
}

/** Where the runs were made, side by side: of saved sessions that may be different machines. */
export function EnvironmentFigure({ sessionId, info }: { sessionId: string; info: ComparisonInfo }) {
  const text = useText('compare.about');
  const first = info.setup.variants.map(
    (_, variant) => info.passes.find((pass) => pass.variant === variant && pass.report !== null) ?? null,
  );
  const reports = useOfPasses(sessionId, first, askReport);
  const facts = useFacts(reports);
  if (reports.every((report) => report === null)) return null;
  const columns: Column<Fact>[] = [
    {
      id: 'field',
      header: text('environment'),
      rowHeader: true,
      width: '180px',
      cell: ({ field, values }) => (isEqual(values) ? field : <b>{text('environmentDiffers', { field })}</b>),
    },
    ...info.setup.variants.map(
      ({ title }, index): Column<Fact> => ({
        id: String(index),
        header: (
          <>
            <VariantMark index={index} /> {text('value', { letter: variantLetter(index), name: title })}
          </>
        ),
        cell: ({ values }) => <span className={css.value}>{values[index] ?? ''}</span>,
      }),
    ),
  ];
  return (
    <section>
      <h2>{text('environment')}</h2>
      <Table label={text('environment')} columns={columns} rows={facts} rowKey={({ field }) => field} />
    </section>
  );
}

function isEqual(values: readonly string[]): boolean {
  return new Set(values.filter((value) => value !== '')).size <= 1;
}

function useFacts(reports: readonly (Report | null)[]): Fact[] {
  const text = useText('compare.about');
  const of = (read: (report: Report) => string | null) => reports.map((report) => (report === null ? '' : (read(report) ?? '')));
  const computer = ({ environment }: Report) =>
    environment && text('computerValue', { cpu: environment.cpu, cores: environment.cores, memory: formatBytes(environment.memoryBytes) });
  return [
    { field: text('computer'), values: of(computer) },
    { field: text('system'), values: of(({ environment }) => environment && `${environment.os}, ${environment.arch}`) },
    { field: text('node'), values: of(({ runs }) => runs[0]?.target?.node ?? null) },
    { field: text('loopscope'), values: of(({ environment }) => environment?.loopscope ?? null) },
  ];
}
