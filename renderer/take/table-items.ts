/** The menu items that copy or save a table as text. */

import type { ReportTable } from '../../shared/report/table.ts';
import type { TableFormat } from '../../shared/report/table-text.ts';
import { useText } from '../i18n/i18n.tsx';
import { copyText } from '../ui/clipboard.ts';
import { offerDownload } from '../ui/download.ts';
import type { MenuItem } from '../ui/Menu.tsx';
import { showToast } from '../ui/Toast.tsx';
import { fileNameOf } from './file-name.ts';

const FORMATS: readonly TableFormat[] = ['tsv', 'csv', 'markdown'];
const loadWriters = () => import('../../shared/report/table-text.ts');

/** `tableOf`: made when it is wanted. */
export function useTableItems(tableOf: () => ReportTable): readonly MenuItem[] {
  const text = useText('take');
  const take = async (format: TableFormat, wanted: 'copy' | 'save') => {
    const table = tableOf();
    const { extension, write } = (await loadWriters()).TABLE_WRITERS[format];
    const rows = table.rows.length;
    const content = write(table);
    if (wanted === 'copy' && (await copyText(content))) return showToast(text(`copied.${format}`, { rows }));
    const name = fileNameOf(table.caption, extension);
    offerDownload(name, content);
    showToast(wanted === 'copy' ? text('savedInstead', { name }) : text('savedRows', { name, rows }));
  };
  return [
    ...FORMATS.map((format) => ({ label: text(`copy.${format}`), onSelect: () => void take(format, 'copy') })),
    'separator',
    ...FORMATS.map((format) => ({ label: text(`save.${format}`), onSelect: () => void take(format, 'save') })),
  ];
}
