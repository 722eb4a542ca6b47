import { describe, expect, test } from 'vitest';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { readLevels } from '../../../../shared/model/load/levels.ts';
import { readSchedule } from '../../../../shared/model/load/schedule-text.ts';

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
    ['', 'Schedule, character 1: expected a rate such as 10/s, found the end.'],
    ['10 for 20s', 'Schedule, character 4: expected "/s", "/min" or "/h", found "for 20s".'],
    ['10/s for', 'Schedule, character 9: expected a time such as 20s, 500ms or 2min, found the end.'],
    ['10/s for 0s', 'Schedule, character 10: expected a time such as 20s, 500ms or 2min, found "0s".'],
    ['10/s for 20s; 5/s for 1s', 'Schedule, character 13: expected a comma or the end, found "; 5/s for 1s".'],
    ['3x(10/s for 1s', 'Schedule, character 15: expected a comma or ")", found the end.'],
    ['10/s for 20s,', 'Schedule, character 14: expected a rate such as 10/s, found the end.'],
    ['1001x(1/s for 1s)', 'Schedule, character 1: expected a schedule of at most 1,000 phases, found "1001x(1/s for 1s)".'],
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
    ['', '"" is not a level.'],
    ['1..', '"1.." is not a level.'],
    ['0..5', 'Connections are whole numbers from 1 to 10,000.'],
    ['1.5', 'Connections are whole numbers from 1 to 10,000.'],
    ['1..20000', 'Connections are whole numbers from 1 to 10,000.'],
    ['200000/s', 'A rate is above 0 and at most 100,000 a second.'],
    [Array(101).fill('1').join(), 'A sweep has at most 100 levels.'],
  ])('"%s" are none', (text, says) => {
    expect(levels(text)).toBe(says);
  });
});
