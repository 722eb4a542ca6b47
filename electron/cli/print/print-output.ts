/** `show --table output`: what the server wrote, as the tab Output shows it. */
import type { Seconds } from '../../../shared/base/units.ts';
import { formatBytes, formatNumber } from '../../../shared/format/figures.ts';
import { type OutputLine, readOutput } from '../../../shared/report/output-lines.ts';
import { text } from '../../../shared/words/words.ts';
import type { OpenSession } from '../../engine/sessions/open-session.ts';
import { longest } from './text-table.ts';

/** From the one time to just before the other. Not given: from the first line, to the last, be they before the load or after it. */
export interface OutputPart {
  readonly from?: Seconds | undefined;
  readonly to?: Seconds | undefined;
}

export function formatOutput(
  { kind, recording }: OpenSession,
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: OutputPart,
): string {
  if (kind !== 'run') return text('terminal.run.noOutputOfTool');
  const output = recording.output();
  const all = readOutput(output);
  if (all.length === 0) return text(recording.leftOut.includes('output') ? 'privacy.copy.noOutputText' : 'terminal.run.noOutput');
  const lines = all.filter(({ atMs }) => atMs >= from * 1e3 && atMs < to * 1e3);
  if (lines.length === 0) return text('terminal.run.noOutputThen');
  const times = lines.map(({ atMs }) => formatNumber(atMs / 1e3, 2));
  const [timeWidth, streamWidth] = [longest(times), longest(lines.map(streamOf))];
  const rows = lines.map((line, row) =>
    line.isGap
      ? `${' '.repeat(timeWidth + streamWidth + 4)}${line.text}`
      : `${times[row]!.padStart(timeWidth)}  ${streamOf(line).padEnd(streamWidth)}  ${line.text}`,
  );
  const isCut = lines.some(({ isGap }) => isGap);
  return [...rows, ...(isCut ? ['', text('run.output.dropped', { bytes: formatBytes(output.droppedBytes) })] : [])].join('\n');
}

/** What a load command wrote is of one side, whichever way it came. */
function streamOf({ stream }: OutputLine): string {
  return text(`run.output.${stream === 'stdout' || stream === 'stderr' ? stream : 'client'}`);
}
