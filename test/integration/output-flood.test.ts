/** A script that prints without end costs neither the disk nor the memory, nor a single request. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSession } from '../../electron/engine/sessions/session-file.ts';
import { OUTPUT_LIMIT } from '../../shared/session/output-ring.ts';
import type { OwnDocument } from '../helpers/command.ts';
import { scratch, start } from '../helpers/command.ts';
import { countRows } from '../helpers/session-dir.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';
import { messageOf } from '../helpers/worded.ts';

const MB = 1024 * 1024;
const SECONDS = 4;

interface Watched {
  readonly report: OwnDocument;
  readonly file: string;
  /** The most memory the engine had. */
  readonly peakRss: number;
  /** The most its journal took of the disk. */
  readonly journalBytes: number;
}

async function runAndWatch(script: string): Promise<Watched> {
  const dataDir = scratch();
  const file = join(scratch(), 'run.loopscope');
  const args = ['run', join(TARGETS_DIR, script), '-c', '2', '-d', String(SECONDS), '--capture', 'none', '-o', file, '--json'];
  const { child, ended } = start(args, { LOOPSCOPE_DATA_DIR: dataDir });
  let [peakRss, journalBytes] = [0, 0];
  const timer = setInterval(() => {
    peakRss = Math.max(peakRss, rssOf(child.pid!));
    journalBytes = Math.max(journalBytes, journalSize(dataDir));
  }, 50);
  const { stdout, code } = await ended;
  clearInterval(timer);
  expect(code).toBe(0);
  return { report: JSON.parse(stdout) as OwnDocument, file, peakRss, journalBytes };
}

function rssOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readQuietly(`/proc/${pid}/status`))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

function journalSize(dataDir: string): number {
  try {
    return readdirSync(join(dataDir, 'recordings')).reduce((sum, id) => sum + statSync(join(dataDir, 'recordings', id, 'journal')).size, 0);
  } catch {
    return 0; // not there yet, or no more
  }
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

test.skipIf(process.platform !== 'linux')(
  '60 MB/s of output cost at most 50 MB of memory, a small journal and no request',
  { tags: ['long'] },
  async () => {
    const quiet = await runAndWatch('server.cjs');
    const flooded = await runAndWatch('prints-60-mb.cjs');
    const dropped = flooded.report.runs[0]!.warnings.find((one) => one.startsWith('The server printed more than is recorded'));
    expect(dropped).toMatch(/[\d.]+\sMB of its output were dropped/);
    expect(flooded.peakRss - quiet.peakRss).toBeLessThan(50 * MB);
    const { completed, failed } = flooded.report.runs[0]!.requests!;
    expect(completed).toBeGreaterThan(0);
    const opened = await openSession(flooded.file);
    if (!opened.ok) throw new Error(messageOf(opened.failure));
    expect(await countRows(opened.value.rows())).toBe(completed + failed);
    const rowBytes = (completed + failed) * 40;
    // The burst at the beginning, then a quarter of a MB a second, for the run and for its start and stop.
    expect(flooded.journalBytes).toBeLessThan(rowBytes + OUTPUT_LIMIT + ((SECONDS + 10) * MB) / 4);
    const { text, droppedBytes } = opened.value.recording.output();
    expect(text.reduce((sum, piece) => sum + piece.text.length, 0)).toBeLessThanOrEqual(OUTPUT_LIMIT);
    expect(droppedBytes).toBeGreaterThan(MB);
  },
);
