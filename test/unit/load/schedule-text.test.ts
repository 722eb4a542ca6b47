import { describe, expect, test } from 'vitest';
import { readLevels } from '../../../shared/load/levels.ts';
import { readSchedule } from '../../../shared/load/schedule-text.ts';
import { wordSaid } from '../../../shared/words/word-said.ts';

/** `from..to seconds` of each phase; of what is none, what is said. */
function read(text: string): string[] | string {
  const result = readSchedule(text);
  if (!result.ok) return wordSaid(result.says);
  return result.schedule.phases.map(({ from, to, seconds }) => `${from}..${to} ${seconds}`);
}

describe('a schedule in words', () => {
  test.each([
    ['10/s for 20s', ['10..10 20']],
    ['10/s 20', ['10..10 20']],
    ['10/s for 20s, 10/s..170/s over 10s', ['10..10 20', '10..170 10']],
    ['5..50/s over 500ms', ['5..50 0.5']],
    ['120/min for 2 min,PAUSE 5s , 7200/h for 1h', ['2..2 120', '0..0 5', '2..2 3600']],
    ['0 to 100/s in 10 seconds', ['0..100 10']],
    ['2x(1/s for 1s, 2x(5/s for 1s))', ['1..1 1', '5..5 1', '5..5 1', '1..1 1', '5..5 1', '5..5 1']],
    ['.5/s for 2s', ['0.5..0.5 2']],
  ])('%s', (text, phases) => {
    expect(read(text)).toEqual(phases);
  });

  test.each([
    ['', 'At character 1 of the schedule it ends where a rate such as 10/s is expected.'],
    ['10 for 20s', 'At character 4 of the schedule "for 20s" stands where "/s", "/min" or "/h" is expected.'],
    ['10/s for', 'At character 9 of the schedule it ends where a time such as 20s, 500ms or 2min is expected.'],
    ['10/s for 0s', 'At character 10 of the schedule "0s" stands where a time such as 20s, 500ms or 2min is expected.'],
    ['10/s for 20s; 5/s for 1s', 'At character 13 of the schedule "; 5/s for 1s" stands where a comma or the end is expected.'],
    ['3x(10/s for 1s', 'At character 15 of the schedule it ends where a comma or ")" is expected.'],
    ['10/s for 20s,', 'At character 14 of the schedule it ends where a rate such as 10/s is expected.'],
    [
      '1001x(1/s for 1s)',
      'At character 1 of the schedule "1001x(1/s for 1s)" stands where a schedule of at most 1,000 phases is expected.',
    ],
    ['100001/s for 1s', 'The schedule has a rate above 100,000 a second.'],
    [`${'9'.repeat(400)}/s for 1s`, 'The schedule has a rate above 100,000 a second.'],
    [`1/s for ${'9'.repeat(400)}s`, 'The schedule is longer than 24 hours.'],
    ['100000/s for 600s', 'The schedule has more than 50,000,000 visitors.'],
    ['pause 5s', 'Nobody comes: the schedule is too short for its rate.'],
  ])('%s is none', (text, says) => {
    expect(read(text)).toBe(says);
  });
});

describe('the levels of a sweep', () => {
  const levels = (text: string) => {
    const read = readLevels(text);
    return read.ok ? read.levels : wordSaid(read.says);
  };

  test('are given one by one, or as the ends of stairs', () => {
    expect(levels('1..32')).toEqual({ of: 'connections', values: [1, 2, 3, 4, 6, 8, 12, 16, 24, 32] });
    expect(levels('1, 5, 25')).toEqual({ of: 'connections', values: [1, 5, 25] });
    expect(levels('10..50')).toEqual({ of: 'connections', values: [10, 15, 20, 30, 40, 50] });
    expect(levels('100/s..1000/s')).toEqual({ of: 'rate', values: [100, 150, 200, 300, 400, 600, 800, 1_000] });
    expect(levels('0.5, 2/s')).toEqual({ of: 'rate', values: [0.5, 2] });
  });

  test.each([
    ['', '"" is no level.'],
    ['1..', '"1.." is no level.'],
    ['0..5', 'Connections are whole numbers from 1 to 10,000.'],
    ['1.5', 'Connections are whole numbers from 1 to 10,000.'],
    ['1..20000', 'Connections are whole numbers from 1 to 10,000.'],
    ['200000/s', 'A rate is above 0 and at most 100,000 a second.'],
    [Array(101).fill('1').join(), 'A sweep has at most 100 levels.'],
  ])('"%s" are none', (text, says) => {
    expect(levels(text)).toBe(says);
  });
});
