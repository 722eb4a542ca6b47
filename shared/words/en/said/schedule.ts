/** Why a text is no schedule of arrivals, or no list of levels. */
export const schedule = {
  notOne: 'Schedule, character {at}: expected {expected}, found {found}.',
  found: '"{text}"',
  foundEnd: 'the end',
  expectRate: 'a rate such as 10/s',
  expectPer: '"/s", "/min" or "/h"',
  expectTime: 'a time such as 20s, 500ms or 2min',
  expectNext: 'a comma or the end',
  expectClose: 'a comma or ")"',
  expectFewer: 'a schedule of at most {most} phases',
  tooFast: 'The schedule has a rate above {most} a second.',
  tooLong: 'The schedule is longer than {hours} hours.',
  tooMany: 'The schedule has more than {most} visitors.',
  nobody: 'Nobody comes: the schedule is too short for its rate.',
  form: 'Write it as "10/s for 20s, 10/s..170/s over 10s, pause 5s" or "3x(10/s for 5s, 100/s for 1s)".',

  notLevels: '"{text}" is not a level.',
  manyLevels: 'A sweep has at most {most} levels.',
  connectionLevels: 'Connections are whole numbers from 1 to {most}.',
  rateLevels: 'A rate is above 0 and at most {most} a second.',
  levelsForm: 'Write the levels as 1..32 or 1,5,25 (connections), or as 100/s..2000/s (visitors a second).',
} as const;
