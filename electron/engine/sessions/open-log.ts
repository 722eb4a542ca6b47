/** Opens a V8 log that somebody else has recorded with `--prof`, as one of ours is read (../ticks). */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { showHiddenInLines } from '../../../shared/format/show-hidden.ts';
import { FailureError, fail } from '../../../shared/model/failure.ts';
import type { Bytes } from '../../../shared/model/units.ts';
import type { Imported } from '../../../shared/profile/importer.ts';
import { ticksSchema } from '../../../shared/session/ticks-schema.ts';
import { say } from '../../../shared/words/said.ts';
import type { ReadLogHead } from '../foreign/protocol.ts';
import { chooseNode, findNodes } from '../machine/find-nodes.ts';
import { privateFolderPrefix } from '../machine/private-folder.ts';
import { type LogEnd, processLog } from '../ticks/process-log.ts';

/** 0x reads a log as one text, of which V8 allows 512 MB. */
const LARGEST_LOG: Bytes = 400 * 1024 * 1024;

interface Reader {
  readonly path: string;
  readonly version: string;
  readonly v8: string;
}

/** Throws FailureError. */
export async function openLog({ path, size, v8 }: ReadLogHead): Promise<Imported> {
  const name = basename(path);
  if (size > LARGEST_LOG)
    throw new FailureError(fail('too-large', say('file.tooLargeProfile', { name, size, limit: LARGEST_LOG })).failure);
  const reader = await findReader(v8);
  const folder = await mkdtemp(join(tmpdir(), privateFolderPrefix()));
  try {
    const end = await processLog({
      log: path,
      cut: join(folder, 'cut.log'),
      node: reader.path,
      inlining: null,
      window: null,
      readAs: reader.v8,
    });
    if (end.type !== 'read') throw new FailureError(describeEnd(end, name, reader));
    const ticks = ticksSchema.safeParse({ ...end.log, node: '', pid: 0 });
    if (!ticks.success) throw new FailureError(fail('too-large', say('foreign.logSize', { name }), say('file.distrust')).failure);
    const by = say('foreign.logReadBy', { written: v8, version: reader.version, path: reader.path, v8: reader.v8 });
    const isOther = partsOf(reader.v8, 1) !== partsOf(v8, 1);
    return { format: 'v8-log', profiles: [], titles: [], ticks: ticks.data, notes: isOther ? [by, say('foreign.logOtherV8')] : [by] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The Node of this machine whose V8 is closest to the one that wrote the log: the format is V8's own and changes with it. */
async function findReader(v8: string): Promise<Reader> {
  const nodes = (await findNodes(false)).filter(({ problem }) => problem === null);
  const readers = (await Promise.all(nodes.map(askV8))).filter((reader) => reader !== null);
  const best = [v8, partsOf(v8, 3), partsOf(v8, 2), partsOf(v8, 1)].flatMap((part) =>
    readers.filter((reader) => `${reader.v8}.`.startsWith(`${part}.`)),
  )[0];
  if (best !== undefined) return best;
  if (readers[0] !== undefined) return readers[0];
  const none = await chooseNode(null);
  throw new FailureError(none.ok ? fail('node-missing', say('machine.noNode'), say('machine.installNode')).failure : none.failure);
}

/** Of the four numbers of a version the first. */
const partsOf = (v8: string, count: number): string => v8.split('.', count).join('.');

const ASK_TIMEOUT_MS = 15_000;

function askV8({ path, version }: { readonly path: string; readonly version: string | null }): Promise<Reader | null> {
  // Without NODE_OPTIONS: whatever is preloaded there is not for a question.
  const { NODE_OPTIONS: _, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(path, ['-p', 'process.versions.v8'], { env, timeout: ASK_TIMEOUT_MS, windowsHide: true }, (error, stdout) => {
      const v8 = /^(\d+(?:\.\d+)+)/.exec(stdout)?.[1];
      resolve(error || v8 === undefined || version === null ? null : { path, version, v8 });
    });
  });
}

function describeEnd(end: Exclude<LogEnd, { type: 'read' }>, name: string, { version }: Reader) {
  switch (end.type) {
    case 'no-ticks':
      return fail('damaged', say('foreign.logNoTicks', { name })).failure;
    case 'time':
      return fail('too-large', say('file.notReadInTime', { name, seconds: end.seconds }), say('file.distrustLong')).failure;
    case 'died':
      return fail('damaged', say('file.readerEnded', { name, how: end.how }), say('file.distrustLong')).failure;
    case 'failed':
      return fail(
        'damaged',
        say('foreign.logFailed', { name, version }),
        say('foreign.logRecordAgain'),
        showHiddenInLines(end.why.slice(0, 2_000)),
      ).failure;
  }
}
