import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { firstResponses } from '../../shared/report/first-responses.ts';
import { useText } from '../i18n/i18n.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { FigureTable } from '../ui/table/FigureTable.tsx';
import css from './FirstResponses.module.css';

/** Sizes, times and headers of what each sent first, side by side. `unlike`: only where they differ in kind. */
export function FirstResponses({ info, unlike = false }: { info: ComparisonInfo; unlike?: boolean }) {
  const text = useText('compare.firsts');
  const firsts = firstResponses(info);
  if (firsts === null) return unlike ? null : <p className="muted">{text('none')}</p>;
  if (unlike && !firsts.differ) return null;
  return (
    <div className={css.firsts}>
      <FigureTable table={firsts.sizes} />
      {firsts.headers.length > 0 && (
        // Of a grid there are many.
        <Disclosure summary={text('sideBySide')} defaultOpen={firsts.headers.length === 1}>
          {firsts.headers.map((table) => (
            <FigureTable key={table.caption} table={table} />
          ))}
        </Disclosure>
      )}
    </div>
  );
}
