import type { Report } from '../../../../shared/model/report.ts';
import { toDocument } from '../../../../shared/words/report-document.ts';
import type { Exported } from './formats.ts';

export function writeJson(report: Report): Exported {
  return { text: `${JSON.stringify(toDocument(report), null, 2)}\n`, extension: 'json' };
}
