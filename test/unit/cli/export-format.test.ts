import { expect, test } from 'vitest';
import { formatOf } from '../../../electron/cli/commands/export-command.ts';
import { EXPORT_FORMATS, EXPORTS } from '../../../shared/model/export-formats.ts';

test.each([
  ['run.cpuprofile', 'cpuprofile'],
  ['out/run.speedscope.json', 'speedscope'],
  ['run.firefox.json', 'firefox'],
  ['RUN.PB.GZ', 'pprof'],
  ['run.gz', null],
  ['run.json', 'json'],
  // Whatever else is written as JSON, this is the document.
  ['run.ticks.json', 'json'],
  ['run.v2.md', 'markdown'],
  ['page.htm', 'html'],
  ['page.lesson.html', 'lesson'],
  ['run.brief', null],
  ['copy.loopscope', 'session'],
  ['run', null],
  ['run.constructor', null],
])('a file %s is written as %s', (file, format) => {
  expect(formatOf(file)).toBe(format);
});

test('no ending names two formats', () => {
  const endings = EXPORT_FORMATS.flatMap((format) => [format, ...EXPORTS[format].endings]);
  expect(new Set(endings).size).toBe(endings.length);
});
