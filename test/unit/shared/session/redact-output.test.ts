/** Values and folders in output, wherever its pieces end. */
import { expect, test } from 'vitest';
import { ValueSearch } from '../../../../shared/privacy/value-search.ts';
import type { OutputPiece } from '../../../../shared/session/output-ring.ts';
import { editOutput, OutputRedaction, replaceInOutput } from '../../../../shared/session/redact-output.ts';

const search = new ValueSearch(['velvet-harbour', 'velvet-harbour-2', 'copper'].map((text) => ({ text, by: '(not saved)' })));

/** `1 out` is a piece of stdout, `2 out` one of stderr. */
function piecesOf(...texts: string[]): OutputPiece[] {
  return texts.map((text, index) => ({
    stream: text.startsWith('1') ? 'stdout' : 'stderr',
    text: text.slice(2),
    at: index,
  }));
}
const textsOf = (pieces: readonly OutputPiece[]) => pieces.map(({ stream, text }) => `${stream === 'stdout' ? 1 : 2} ${text}`);

test('what lies across pieces of a stream is replaced where it begins', () => {
  const pieces = piecesOf('1 a vel', '2 copp', '1 vet', '1 -harbour. cop', '2 ER', '1 per');
  expect(textsOf(replaceInOutput(pieces, (text) => search.find(text, false).ranges))).toEqual([
    '1 a (not saved)',
    '2 copp',
    '1 ',
    '1 . (not saved)',
    '2 ER',
    '1 ',
  ]);
});

test('a text is edited as the whole of what its stream printed, and pieces away from what changes stay as they are', () => {
  const edit = (text: string) => text.replace(/postgres:\/\/\S+/, 'postgres://(not saved)');
  const pieces = piecesOf('1 at ', '1 postgres://shop:vel', '2 pos', '1 vet@db/shop, ', '1 port 1', '2 tgres://x@y ', '2 end');
  expect(textsOf(editOutput(pieces, edit))).toEqual([
    '1 at ',
    '1 postgres://(not saved)',
    '2 pos',
    '1  ',
    '1 port 1',
    '2 tgres://(not saved) ',
    '2 end',
  ]);
  expect(editOutput(pieces, (text) => text)).toEqual(pieces);
});

test('an end that may become a value waits for what follows, and is printed as it is if nothing does', () => {
  const redaction = new OutputRedaction((text, goesOn) => search.find(text, goesOn));
  const steps = [
    [piecesOf('1 at velvet-', '2 cop'), ['1 at ']],
    [piecesOf('1 harbour', '1 -'), []],
    [piecesOf('1 3, velvet', '2 y'), ['1 (not saved)', '2 cop', '1 -', '1 3, ', '2 y']],
    [piecesOf('2 end c'), ['2 end ']],
  ] as const;
  for (const [printed, recorded] of steps) expect(textsOf(redaction.take([...printed], false))).toEqual(recorded);
  expect(textsOf(redaction.take([], true))).toEqual(['1 velvet', '2 c']);
});
