/** The settings in which the variants differ. */
import { shortName } from '../../../format/place.ts';
import { type ComparisonSetup, type Difference, hasResultOfTool, variantLetter } from '../../../model/comparison/comparison.ts';
import { differenceName, differenceValue } from '../../../phrases/field-name.ts';
import { text } from '../../../words/words.ts';
import type { Cell, ReportTable } from '../../table.ts';
import { ON_PAGES } from '../run-table.ts';
import type { ComparedTable } from './compared-table.ts';

function differencesTable(differences: readonly Difference[], { variants }: Pick<ComparisonSetup, 'variants'>): ReportTable {
  const notSet: Cell = { text: text('compare.field.notSet'), tone: 'muted' };
  return {
    caption: text('compare.about.differences'),
    columns: [{ title: text('compare.about.setting') }, ...variants.map((_, variant) => ({ title: variantLetter(variant), variant }))],
    rows:
      differences.length === 0
        ? [[text(hasResultOfTool({ variants }) ? 'compare.about.notKnown' : 'compare.about.noDifferences'), ...variants.map(() => '')]]
        : differences.map((difference) => [
            shortName(differenceName(difference)),
            ...difference.values.map((value) => (value === null ? notSet : valueCell(value, difference.values))),
          ]),
  };
}

function valueCell(value: string, all: readonly (string | null)[]): Cell {
  const shown = differenceValue(value, all);
  return { text: shown, tone: 'code', ...(shown === value ? {} : { whole: shortName(value) }) };
}

export const SETTINGS: ComparedTable = {
  id: 'settings',
  section: 'settings',
  of: ({ info }) => [{ table: differencesTable(info.differences, info.setup) }],
  on: { ...ON_PAGES, brief: 8 },
  key: 'comparison.differences',
};
