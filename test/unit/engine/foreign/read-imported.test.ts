/** Text of other tools in whatever encoding a shell has written it, and files of which nothing is left. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readHead } from '../../../../electron/engine/foreign/read-head.ts';
import { readImported } from '../../../../electron/engine/foreign/read-imported.ts';
import { wordFailure } from '../../../../shared/format/word-said.ts';
import { FailureError } from '../../../../shared/model/failure.ts';
import { temporaryFolder } from '../../../helpers/session-dir.ts';

const dir = temporaryFolder();
const STACKS = 'main;parse 40\nmain;größer 60\n';

async function read(name: string, bytes: Uint8Array) {
  const path = join(dir, name);
  writeFileSync(path, bytes);
  return readImported(path, await readHead(path), null);
}

const little = (text: string) => Buffer.from(text, 'utf16le');
const big = (text: string) => little(text).swap16();

test.each([
  ['UTF-8', Buffer.from(STACKS)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${STACKS}`)],
  ['UTF-16, little end first', little(`\ufeff${STACKS}`)],
  ['the same without a mark', little(STACKS)],
  ['UTF-16, big end first', big(`\ufeff${STACKS}`)],
  ['the same without a mark, and half a character more', Buffer.concat([big(STACKS), Buffer.of(0)])],
])('%s', async (_, bytes) => {
  const { profiles } = await read('stacks.txt', bytes);
  expect(profiles[0]!.frames.map(({ name }) => name)).toEqual(['(root)', 'main', 'parse', 'größer']);
});

async function refusal(bytes: Uint8Array) {
  const failure = await read('some.json', bytes).catch((error: unknown) => error);
  if (!(failure instanceof FailureError)) throw new Error('It should be refused');
  const { message, hint } = wordFailure(failure.failure);
  return [message, hint];
}

test.each([
  ['nothing', Buffer.of()],
  ['white space', Buffer.from(' \n')],
])('of %s is said that it is empty', async (_, bytes) => {
  expect(await refusal(bytes)).toEqual(['some.json is empty.', expect.stringMatching(/record it again/)]);
});

test('what is not read is known in any encoding, too', async () => {
  expect((await refusal(little('\ufeff\nSummary:\n  Total:\t3.0136 secs\n')))[0]).toMatch(/is a result of hey/);
});

test('what begins with zeros is no text', async () => {
  expect((await refusal(Buffer.of(0, 0, 0, 1)))[0]).toMatch(/in none of the formats/);
});
