/** Opens a V8 log that somebody else has recorded with `--prof`, as one of ours is read (../ticks). */
import { basename } from 'node:path';
import { showHiddenInLines } from '../../../shared/base/show-hidden.ts';
import type { Imported } from '../../../shared/foreign/importer.ts';
import { RECORD_AGAIN } from '../../../shared/foreign/refuse.ts';
import { FailureError, fail } from '../../../shared/model/failure.ts';
import { ticksOfFile } from '../../../shared/profile/ticks/ticks-of-file.ts';
import type { NodeBinary } from '../../../shared/protocol/setup-contract.ts';
import { say } from '../../../shared/words/said.ts';
import type { ReadLogHead } from '../foreign/protocol.ts';
import { chooseNode, findNodes, runNode } from '../machine/find-nodes.ts';
import { type LogEnd, processLog } from '../ticks/process-log.ts';

interface Reader {
  readonly path: string;
  readonly version: string;
  readonly v8: string;
}

/** Throws FailureError. */
export async function openLog({ path, v8 }: ReadLogHead): Promise<Imported> {
  const reader = await findReader(v8, await findNodes(false));
  const end = await processLog({ log: path, node: reader.path, inlining: null, window: null, readAs: reader.v8 });
  if (end.type !== 'read') throw new FailureError(describeEnd(end, basename(path), reader));
  const by = say('foreign.logReadBy', { written: v8, version: reader.version, path: reader.path, v8: reader.v8 });
  const isOther = partsOf(reader.v8, 1) !== partsOf(v8, 1);
  const { total, stacks } = end.log;
  const without = total - (stacks.total[0] ?? 0);
  return ticksOfFile('v8-log', end.log, [
    by,
    ...(isOther ? [say('foreign.logOtherV8')] : []),
    ...(without > 0 ? [say('foreign.logWithoutStack', { total, without })] : []),
  ]);
}

/**
 * Of these, the Node whose V8 is closest to the one that wrote the log: the format is V8's own and changes with it. One that is too old to run a server
 * under this program reads logs all the same: it only has to print what --prof-process makes of one. Throws FailureError.
 */
export async function findReader(v8: string, nodes: readonly NodeBinary[]): Promise<Reader> {
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

async function askV8({ path, version }: NodeBinary): Promise<Reader | null> {
  if (version === null) return null;
  const printed = await runNode(path, ['-p', 'process.versions.v8']);
  const v8 = /^(\d+(?:\.\d+)+)/.exec(printed ?? '')?.[1];
  return v8 === undefined ? null : { path, version, v8 };
}

function describeEnd(end: Exclude<LogEnd, { type: 'read' }>, name: string, { version }: Reader) {
  switch (end.type) {
    case 'size':
      return fail('too-large', say('file.tooLargeProfile', { name, size: end.size, limit: end.limit })).failure;
    case 'too-many':
      return fail('too-large', say('foreign.logSize', { name }), say('file.distrust')).failure;
    case 'no-ticks':
      return end.hasBegun
        ? fail('damaged', say('foreign.logNoTicks', { name }), RECORD_AGAIN).failure
        : fail('not-a-session', say('foreign.logNoProfiler', { name }), say('foreign.logWithProf')).failure;
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
