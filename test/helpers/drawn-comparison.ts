/** A comparison in a file whose profiled runs, one of each of two variants, have known calls and known stalls of the event loop. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeSession } from '../../electron/engine/sessions/session-file.ts';
import { CPU_OF_MAIN_THREAD } from '../../shared/model/profile/profile.ts';
import type { RecordingEntry } from '../../shared/session/entries.ts';
import { drawSlice } from '../unit/shared/profile/draw.ts';
import { syntheticComparison } from './synthetic-comparison.ts';
import { syntheticEntries } from './synthetic-recording.ts';
import { messageOf } from './worded.ts';

export interface DrawnRun {
  /** How long it was measured. */
  readonly ms: number;
  /** From the outside in, of the sample at each millisecond; empty: idle. */
  readonly stack: (ms: number) => readonly string[];
  /** What each sample of the server says, four a second. */
  readonly stallMs: (ms: number) => number;
}

export async function drawnComparison(file: string, runs: readonly [DrawnRun, DrawnRun]): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'loopscope-drawn-'));
  const comparison = await syntheticComparison(dir, ({ index, variant, kind }) =>
    kind === 'profiled' ? drawnEntries(runs[variant]!) : syntheticEntries({ seed: index, seconds: 0.5, rowsPerSecond: 60 }),
  );
  const written = await writeSession(comparison, file, { overwrite: true });
  rmSync(dir, { recursive: true });
  if (!written.ok) throw new Error(messageOf(written.failure));
}

const PID = 4_001;

/** A made-up run, with these calls and stalls in place of its own. */
function* drawnEntries({ ms, stack, stallMs }: DrawnRun): Generator<RecordingEntry> {
  let origin = 0;
  for (const entry of syntheticEntries({ seconds: ms / 1_000, rowsPerSecond: 60 })) {
    if (entry.type === 'origin') origin = entry.clock;
    if (entry.type === 'load-end') {
      yield { type: 'slice', pid: PID, ...CPU_OF_MAIN_THREAD, intervalUs: 1_000, profile: drawSlice(drawingOf(ms, stack), origin) };
      for (let at = 250; at <= ms; at += 250) yield { type: 'server', samples: [serverSample(origin + at * 1_000, stallMs(at) * 1_000)] };
    }
    if (entry.type !== 'slice' && entry.type !== 'server' && entry.type !== 'ticks') yield entry;
  }
}

function drawingOf(ms: number, stack: DrawnRun['stack']): string {
  const samples = Array.from({ length: ms }, (_, at) => stack(at));
  const depth = Math.max(...samples.map(({ length }) => length));
  const rows = Array.from({ length: depth }, (_, row) => samples.map((frames) => frames[row] ?? (row === 0 ? '(idle)' : '.')).join(' '));
  const times = samples.map((_, at) => at * 1_000);
  return [`time ${times.join(' ')} ${ms * 1_000}`, ...rows].join('\n');
}

function serverSample(at: number, loopStall: number): Extract<RecordingEntry, { type: 'server' }>['samples'][number] {
  return { at, pid: PID, cpuPercent: 50, rss: 5e7, heapUsed: 2e7, elu: 0.5, loopStall, gcCount: 0, gcTime: 0 };
}
