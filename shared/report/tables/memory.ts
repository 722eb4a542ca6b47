/** Memory of the server: its levels, what requests allocate, and garbage collection. */
import type { Bytes } from '../../base/units.ts';
import { formatBytes, formatCount, formatMs, formatNumber, formatPercent, NOTHING } from '../../format/figures.ts';
import type { LevelFigures, MemoryFigures } from '../../model/memory.ts';
import type { RunReport } from '../../model/report.ts';
import { text } from '../../words/words.ts';
import type { ReportTable } from '../table.ts';
import { numeric } from './columns.ts';
import { EVERYWHERE, type RunTable } from './run-table.ts';

const MB = 1e6;
/** Parts of a level above them. */
const PARTS: readonly LevelFigures['level'][] = ['arrayBuffers'];

type OfMemory = Pick<RunReport, 'memory'>;

/** Null: nothing is known. */
function memoryTable({ memory }: OfMemory): ReportTable | null {
  if (memory === undefined || memory.levels.length === 0) return null;
  const { levels, liveBytes } = memory;
  const after = liveBytes === null ? [] : [numeric(text('run.memory.liveBefore')), numeric(text('run.memory.liveAfter'))];
  return {
    caption: text('run.memory.level'),
    columns: [{ title: '' }, numeric(text('run.memory.start')), numeric(text('run.memory.end')), ...after],
    rows: levels.map(({ level, first, last, liveFirst, liveLast }) => [
      { text: text(`run.memory.levels.${level}`), ...(PARTS.includes(level) && { tone: 'sub' as const }) },
      inMb(first),
      inMb(last),
      ...(liveBytes === null ? [] : [inMb(liveFirst), inMb(liveLast)]),
    ]),
    note: memoryNotes(memory).join(' '),
  };
}

function inMb(bytes: Bytes | null): string {
  return bytes === null ? NOTHING : formatNumber(bytes / MB, 1);
}

function memoryNotes(memory: MemoryFigures): string[] {
  const help = text('run.memory.levelHelp', { live: memory.liveBytes === null ? 'no' : 'yes' });
  return [...sayAllocated(memory), ...sayAlive(memory), help];
}

function sayAllocated({ allocatedPerRequestBytes, allocatedWith, allocationUnknown }: MemoryFigures): string[] {
  if (allocatedPerRequestBytes === null) return allocationUnknown === undefined ? [] : [text(`run.memory.unknown.${allocationUnknown}`)];
  return [
    text('run.memory.allocated', { bytes: formatBytes(allocatedPerRequestBytes) }),
    ...(allocatedWith === undefined ? [] : [text('run.memory.withHooks', { by: allocatedWith })]),
  ];
}

function sayAlive({ liveBytes, growthPerRequestBytes, liveUnknown }: MemoryFigures): string[] {
  if (liveUnknown !== undefined) return [text(`run.memory.liveUnknown.${liveUnknown}`)];
  if (liveBytes === null || growthPerRequestBytes === null) return [];
  const bytes = liveBytes.last - liveBytes.first;
  if (bytes <= 0) return [text('run.memory.shrank')];
  return [text('run.memory.grew', { bytes: formatBytes(bytes), perRequest: formatBytes(growthPerRequestBytes.value) })];
}

/** Null: not known, or there was none. */
function collectionsTable({ memory }: OfMemory): ReportTable | null {
  const gc = memory?.gc ?? null;
  if (gc === null || gc.kinds === null || gc.kinds.length === 0) return null;
  return {
    caption: text('run.memory.collections.title'),
    columns: [
      { title: text('run.memory.collections.kind') },
      ...(['count', 'pauses', 'longest', 'share'] as const).map((name) => numeric(text(`run.memory.collections.${name}`))),
    ],
    rows: gc.kinds.map(({ kind, count, pauseMs, longestMs, percent }) => [
      text(`run.memory.collections.kinds.${kind}`),
      formatCount(count),
      formatNumber(pauseMs, 1),
      formatNumber(longestMs, 2),
      formatNumber(percent, 2),
    ]),
    note: text('run.memory.collections.help', { percent: formatPercent(gc.percent) }),
  };
}

function noCollections({ memory }: OfMemory): string {
  const gc = memory?.gc ?? null;
  if (gc === null) return '';
  if (gc.kinds === null) return text('run.memory.collections.unknown', { count: gc.count, ms: formatMs(gc.pauseMs) });
  return text('run.memory.collections.none');
}

/** Not where nothing is known of the server at all. */
const noMemory = ({ memory, server }: RunReport): string => (memory === undefined || server.length === 0 ? '' : text('run.memory.none'));

export const MEMORY: RunTable = {
  id: 'memory',
  section: 'memory',
  of: memoryTable,
  on: EVERYWHERE,
  none: (run, on) => (on === 'terminal' ? '' : noMemory(run)),
  key: 'runs[].memory.levels',
  file: memoryTable,
  isLater: true,
  alone: { none: noMemory },
};

export const COLLECTIONS: RunTable = {
  id: 'collections',
  section: 'memory',
  of: collectionsTable,
  on: EVERYWHERE,
  none: noCollections,
  key: 'runs[].memory.gc',
  isLater: true,
  below: 'memory',
};
