/** Where it was measured: once where all variants were measured in one place, else side by side. */
import { NOTHING } from '../../../format/figures.ts';
import { shortName } from '../../../format/place.ts';
import { hasResultOfTool, variantLetter } from '../../../model/comparison/comparison.ts';
import type { ComparisonInfo } from '../../../model/comparison/comparison-info.ts';
import { text } from '../../../words/words.ts';
import type { ReportTable } from '../../table.ts';
import { factColumns } from '../columns.ts';
import { machineRows } from '../environment.ts';
import { ON_PAGES } from '../run-table.ts';
import type { ComparedTable } from './compared-table.ts';

function placesTable({ environments, passes, setup }: ComparisonInfo): ReportTable {
  const places = setup.variants.map((_, variant) => {
    const node = passes.find((pass) => pass.variant === variant && pass.report !== null)?.report?.target.node;
    return new Map([...(node ? [[text('run.overview.node'), node] as const] : []), ...machineRows(environments[variant] ?? null)]);
  });
  const names = [...new Set(places.flatMap((place) => [...place.keys()]))];
  const rows = names.map((name) => ({ name, values: places.map((place) => place.get(name)) }));
  const isEqual = (values: readonly (string | undefined)[]): boolean => new Set(values.filter((value) => value !== undefined)).size <= 1;
  // A tool does not say where it measured.
  if (rows.every(({ values }) => isEqual(values)) && !hasResultOfTool(setup)) {
    const facts = rows.map(({ name, values }) => [name, shortName(values.find((value) => value !== undefined) ?? NOTHING)]);
    return {
      caption: text('run.overview.environment'),
      facts: true,
      columns: factColumns(),
      rows: facts,
    };
  }
  return {
    caption: text('run.overview.environment'),
    columns: [{ title: text('common.ui.name') }, ...setup.variants.map((_, variant) => ({ title: variantLetter(variant), variant }))],
    rows: rows.map(({ name, values }) => [
      isEqual(values) ? name : { text: text('compare.about.environmentDiffers', { field: name }), tone: 'strong' },
      ...values.map((value) => shortName(value ?? NOTHING)),
    ]),
  };
}

export const PLACES: ComparedTable = {
  id: 'places',
  section: 'places',
  of: ({ info }) => [{ table: placesTable(info) }],
  on: ON_PAGES,
  key: 'comparison.environments',
};
