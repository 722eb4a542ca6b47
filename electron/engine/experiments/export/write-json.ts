import type { Report } from '../../../../shared/model/report.ts';
import { toDocument } from '../../../../shared/report/report-document.ts';
import type { Exported } from './formats.ts';

/** `isOfPart`: a process or thread is chosen, which neither the answer nor the figures follow. */
export function writeJson(report: Report, isOfPart = false): Exported {
  return { text: `${JSON.stringify(toDocument(report, report, { isOfPart }), null, 2)}\n` };
}
