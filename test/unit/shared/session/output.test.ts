/** What is kept of a script's output: the newest of it, at a bounded price, and the rest counted. */
import { describe, expect, test } from 'vitest';
import { OutputBudget } from '../../../../shared/session/output-budget.ts';
import { OUTPUT_LIMIT, OutputRing } from '../../../../shared/session/output-ring.ts';

const MS = 1_000;
const textOf = (pieces: readonly { readonly text: string }[]): string => pieces.map(({ text }) => text).join('');

describe('the ring buffer', () => {
  test('writes that cannot be merged cost the same when the buffer is full', () => {
    const ring = new OutputRing();
    // The old ring copied a million pieces for each: this took minutes.
    for (let write = 0; write < OUTPUT_LIMIT + 500_000; write++)
      ring.push({ stream: write % 2 === 0 ? 'stdout' : 'stderr', text: 'x', at: write });
    expect(ring.pieces.length).toBe(OUTPUT_LIMIT);
    expect(ring.droppedBytes).toBe(500_000);
    expect(ring.pieces.at(-1)!.at).toBe(OUTPUT_LIMIT + 499_999);
  });

  test('chunks of one stream and time are merged without changing the text', () => {
    const ring = new OutputRing();
    for (let write = 0; write < 1_000; write++) ring.push({ stream: 'stdout', text: `${write},`, at: write * 10 });
    ring.push({ stream: 'stderr', text: 'oh', at: 9_995 });
    ring.push({ stream: 'stdout', text: 'later', at: 9_999 });
    expect(ring.pieces.map(({ stream, at }) => [stream, at])).toEqual([
      ['stdout', 0],
      ['stderr', 9_995],
      ['stdout', 9_999],
    ]);
    expect(ring.pieces[0]!.text).toBe(Array.from({ length: 1_000 }, (_, write) => `${write},`).join(''));
  });

  test('replaying keeps the same output', () => {
    const ring = new OutputRing();
    let at = 0;
    for (let write = 0; write < 20_000; write++) {
      at += (write * 7_919) % 3_000;
      ring.push({ stream: write % 11 === 0 ? 'stderr' : 'stdout', text: 'y'.repeat((write * 31) % 200), at });
    }
    const replayed = new OutputRing();
    for (const piece of ring.pieces) replayed.push(piece);
    expect(replayed.pieces).toEqual(ring.pieces);
    expect(replayed.headPieces).toBe(ring.headPieces);
    expect(replayed.droppedBytes).toBe(0);
    expect(ring.droppedBytes).toBeGreaterThan(0);
  });
});

test('the first 64 kB are kept, then the newest; what is missing between them is counted', () => {
  const ring = new OutputRing(200, 0, 20);
  for (let write = 0; write < 100; write++)
    ring.push({ stream: 'stdout', text: `line ${String(write).padStart(2, '0')}\n`, at: write * 20_000 });
  const { pieces, headPieces, droppedBytes } = ring;
  expect(textOf(pieces.slice(0, headPieces))).toBe('line 00\nline 01\nline');
  expect(textOf(pieces.slice(headPieces))).toMatch(/^line 78\n.*line 99\n$/s);
  expect(textOf(pieces).length + droppedBytes).toBe(800);
});

describe('the budget', () => {
  /** Prints `bytesPerMs` for so long and takes what may be recorded every 100 ms, as a run does. */
  function flood(budget: OutputBudget, bytesPerMs: number, ms: number): { kept: number; dropped: number; last: string } {
    const line = 'z'.repeat(bytesPerMs);
    let [kept, dropped, last] = [0, 0, ''];
    for (let now = 0; now < ms; now++) {
      budget.push({ stream: 'stdout', text: `${line.slice(0, -8)}${String(now).padStart(8, '0')}`, at: now * MS });
      if (now % 100 !== 99) continue;
      const taken = budget.take(now * MS, now === ms - 1);
      kept += textOf(taken.pieces).length;
      dropped += taken.droppedBytes;
      last = textOf(taken.pieces).slice(-8) || last;
    }
    return { kept, dropped, last };
  }

  test('keeps usual output and a burst of up to 1 MB completely', () => {
    const budget = new OutputBudget();
    expect(flood(budget, 100, 5_000)).toEqual({ kept: 500_000, dropped: 0, last: '00004999' });
    budget.push({ stream: 'stderr', text: 'w'.repeat(900_000), at: 9_000 * MS });
    const taken = budget.take(9_100 * MS, false);
    expect([textOf(taken.pieces).length, taken.droppedBytes]).toEqual([900_000, 0]);
  });

  test('of 60 MB/s it keeps 256 KB/s, the burst and the newest, and counts the rest', () => {
    const seconds = 10;
    const { kept, dropped, last } = flood(new OutputBudget(), 60_000, seconds * 1_000);
    expect(kept + dropped).toBe(60_000_000 * seconds);
    expect(kept).toBeLessThanOrEqual(OUTPUT_LIMIT + 256 * 1024 * seconds + 64 * 1024);
    expect(kept).toBeGreaterThan(256 * 1024 * (seconds - 1));
    expect(last).toBe('00009999');
  });

  test('keeps how a script began, however much it printed before the first look, and marks nothing as missing in it', () => {
    for (const megabytes of [0.1, 3, 40]) {
      const [budget, ring] = [new OutputBudget(), new OutputRing()];
      budget.push({ stream: 'stdout', text: 'shop 1.2 on port 3000\n', at: 0 });
      for (let at = 1; at <= megabytes * 1_000; at++) {
        budget.push({ stream: 'stdout', text: `${String(at).padStart(999, ' ')}\n`, at });
        if (at % 5_000 !== 0) continue;
        const { pieces, droppedBytes } = budget.take(at, false);
        ring.addDropped(droppedBytes);
        for (const piece of pieces) ring.push(piece);
      }
      const { pieces, droppedBytes } = budget.take(1e9, true);
      ring.addDropped(droppedBytes);
      for (const piece of pieces) ring.push(piece);
      const first = textOf(ring.pieces.slice(0, ring.headPieces));
      expect(first).toMatch(/^shop 1\.2 on port 3000\n +1\n +2\n/);
      expect(textOf(ring.pieces).length + ring.droppedBytes).toBe(22 + megabytes * 1e6);
      expect(textOf(ring.pieces).length).toBeLessThanOrEqual(OUTPUT_LIMIT);
      expect(textOf(ring.pieces)).toMatch(new RegExp(`${megabytes * 1_000}\\n$`));
    }
  });

  test('bounds the total of a long run and still keeps the end', () => {
    const minutes = 10;
    const { kept, dropped, last } = flood(new OutputBudget(), 1_000, minutes * 60_000);
    expect(kept + dropped).toBe(60_000_000 * minutes);
    expect(kept).toBeLessThanOrEqual(64 * 1024 * 1024 + 64 * 1024);
    expect(last).toBe('00599999');
  });

  test('bounds the number of small alternating writes of two streams', () => {
    const budget = new OutputBudget();
    const burst = (now: number) => {
      for (let write = 0; write < 100_000; write++) budget.push({ stream: write % 2 === 0 ? 'stdout' : 'stderr', text: 'v', at: now });
      const { pieces, droppedBytes } = budget.take(now, false);
      expect(pieces.length + droppedBytes).toBe(100_000);
      return pieces.length;
    };
    expect(burst(0)).toBeLessThanOrEqual(OUTPUT_LIMIT / 100);
    expect(burst(100 * MS)).toBeLessThanOrEqual((256 * 1024) / 10 / 100);
  });
});
