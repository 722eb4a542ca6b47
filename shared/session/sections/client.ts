/** What the client says of the load itself. */
import type { RunReport } from '../../model/report.ts';
import type { TimeWindow } from '../../model/units.ts';
import { readLoadCommand } from '../load-command-result.ts';
import type { RunRecording } from '../recording.ts';
import type { Section } from './section.ts';

export const CLIENT: Section<'client', 'autocannon' | 'byCommand' | 'joined' | 'generator'> = {
  id: 'client',
  entries: ['header', 'autocannon', 'joined', 'state', 'output', 'output-dropped', 'load-end'],
  derive: ({ recording, window, isWhole }) => ({
    ...(isWhole && recording.autocannonResults.length > 0 ? { autocannon: recording.autocannonResults } : {}),
    ...byCommandOf(recording, window),
    generator: recording.generator ?? { cpuPercent: null, latenessMs: null, limited: false },
  }),
};

/** Of a load that is not ours, as far as `window` is all of the run. */
export function byCommandOf(recording: RunRecording, window: TimeWindow | null): Pick<RunReport, 'byCommand' | 'joined'> {
  if (window !== null || (recording.header?.setup.loadCommand ?? null) === null) return {};
  const { joined } = recording;
  return { byCommand: readLoadCommand(recording).result, ...(joined === null ? {} : { joined: { file: joined.file, ...joined.placed } }) };
}
