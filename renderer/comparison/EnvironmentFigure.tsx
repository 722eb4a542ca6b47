import { hasResultOfTool } from '../../shared/model/comparison/comparison.ts';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import type { Environment } from '../../shared/model/report.ts';
import { namesOf } from '../../shared/phrases/variant-name.ts';
import { VariantMark } from '../charts/VariantMark.tsx';
import { formatBytes } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { type Column, Table } from '../ui/table/Table.tsx';
import css from './AboutFigures.module.css';

interface Fact {
  readonly field: string;
  readonly values: readonly string[];
}

/** Where the runs were made; side by side where that differs: saved sessions may come from different machines. */
export function EnvironmentFigure({ info }: { info: ComparisonInfo }) {
  const text = useText('compare.about');
  const facts = useFacts(info);
  const names = namesOf(info);
  if (info.environments.every((environment) => environment === null)) return null;
  const ofEach = info.setup.variants.map(
    (_, index): Column<Fact> => ({
      id: String(index),
      name: names[index]!,
      text: ({ values }) => values[index] ?? '',
      header: (
        <>
          <VariantMark index={index} /> {names[index]}
        </>
      ),
      cell: ({ values }) => <span className={css.value}>{values[index] ?? ''}</span>,
    }),
  );
  const forAll: Column<Fact> = {
    id: 'all',
    header: text('environmentOfAll'),
    text: firstOf,
    cell: (fact) => <span className={css.value}>{firstOf(fact)}</span>,
  };
  const columns: Column<Fact>[] = [
    {
      id: 'field',
      header: text('environment'),
      rowHeader: true,
      width: '11.25rem',
      text: ({ field, values }) => (isEqual(values) ? field : text('environmentDiffers', { field })),
      cell: ({ field, values }) => (isEqual(values) ? field : <b>{text('environmentDiffers', { field })}</b>),
    },
    // A tool does not say where it measured.
    ...(facts.every(({ values }) => isEqual(values)) && !hasResultOfTool(info.setup) ? [forAll] : ofEach),
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

/** Not known of each of them. */
function firstOf({ values }: Fact): string {
  return values.find((value) => value !== '') ?? '';
}

function useFacts({ environments, passes, setup }: ComparisonInfo): Fact[] {
  const text = useText('compare.about');
  const of = (read: (environment: Environment) => string) =>
    environments.map((environment) => (environment === null ? '' : read(environment)));
  const nodes = setup.variants.map(
    (_, variant) => passes.find((pass) => pass.variant === variant && pass.report !== null)?.report?.target.node ?? '',
  );
  return [
    {
      field: text('computer'),
      values: of(({ cpu, cores, memoryBytes }) => text('computerValue', { cpu, cores, memory: formatBytes(memoryBytes) })),
    },
    { field: text('system'), values: of(({ os, arch }) => `${os}, ${arch}`) },
    { field: text('node'), values: nodes },
    { field: text('loopscope'), values: of(({ loopscope }) => loopscope) },
  ];
}
