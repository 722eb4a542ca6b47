import { expect, test } from 'vitest';
import type { OutputChunk } from '../../../../shared/model/series.ts';
import { splitOutput, stripAnsi } from '../../../../shared/report/output-lines.ts';

const out = (text: string, atMs = 0): OutputChunk => ({ stream: 'stdout', text, atMs });
const err = (text: string, atMs = 0): OutputChunk => ({ stream: 'stderr', text, atMs });
const shown = (chunks: OutputChunk[]) => splitOutput(chunks).map(({ stream, text }) => `${stream === 'stderr' ? '!' : ' '}${text}`);

test('joins chunks into lines', () => {
  expect(shown([out('lis'), out('tening\non'), out(' 3000\n')])).toEqual([' listening', ' on 3000']);
});

test('keeps lines of stdout and stderr apart', () => {
  expect(shown([out('half '), err('oops\n'), out('line\n')])).toEqual(['!oops', ' half line']);
});

test('shows an unfinished line', () => {
  expect(shown([out('a\nprompt> ')])).toEqual([' a', ' prompt> ']);
});

test('a line has the time of its start', () => {
  expect(splitOutput([out('be', 100), out('gin\n', 900)])[0]!.atMs).toBe(100);
});

test('keeps empty lines, removes carriage returns, shows the last state of a progress bar', () => {
  expect(shown([out('a\r\n\r\nb\n')])).toEqual([' a', ' ', ' b']);
  expect(shown([out('10 %\r50 %\r100 %\n')])).toEqual([' 100 %']);
});

test('removes colours, cursor movements, titles and other control characters', () => {
  expect(stripAnsi('\u001b[1;31mred\u001b[0m \u001b]0;title\u0007plain\u001b[2K\u0000\tx')).toBe('red plain\tx');
});

test('keeps very long lines whole', () => {
  const [line] = splitOutput([out(`${'x'.repeat(1_000_000)}\n`)]);
  expect(line!.text).toHaveLength(1_000_000);
});

test('markup is text', () => {
  expect(shown([out('<img src=x onerror=alert(1)>\n')])).toEqual([' <img src=x onerror=alert(1)>']);
});

test('a mark stands where output is left out, and lines do not go on across it', () => {
  const lines = splitOutput([out('begins\nhal'), err('f\n'), out('f a line\nends\n')], { at: 2, says: '… 4 MB …' });
  expect(lines.map(({ text, isGap = false }) => [text, isGap])).toEqual([
    ['begins', false],
    ['f', false],
    ['hal', false],
    ['… 4 MB …', true],
    ['f a line', false],
    ['ends', false],
  ]);
});
