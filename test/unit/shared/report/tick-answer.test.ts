/** The first sentences about a file of ticks, and the functions that are found in it. */
import { expect, test } from 'vitest';
import { findTickCode, listTickFunctions } from '../../../../shared/profile/ticks/tick-functions.ts';
import { profileAnswer } from '../../../../shared/report/profile-answer.ts';
import { tickSummaryTable } from '../../../../shared/report/tables/ticks.ts';
import { type Said, say } from '../../../../shared/words/said.ts';
import { readForeign } from '../../../helpers/read-foreign.ts';

function answerOf(file: string, warnings: readonly Said[] = []): string[] {
  const ticks = readForeign(file).ticks!;
  const { lead, rest } = profileAnswer({ profile: null, ticks: { ...ticks, code: findTickCode(ticks) }, warnings });
  return [lead, rest].map((sentence) => sentence.replaceAll('\u00a0', ' '));
}

const js = (name: string) => ({ name: `${name} /srv/codec.js:14:3`, type: 'JS', kind: 'Opt' });
const LIBRARY = { name: '/lib/libc.so.6', type: 'SHARED_LIB' };
const zeroX = (parts: readonly (readonly [number, readonly object[]])[]) =>
  JSON.stringify(parts.flatMap(([times, stack]) => Array.from({ length: times }, () => stack)));

/** Of `--prof-process`. */
const printed = (total: number, unaccounted: number, libraries: number, bottomUp: string, excluded = 0) =>
  [
    `Statistical profiling result from v8.log, (${total} ticks, ${unaccounted} unaccounted, ${excluded} excluded).`,
    ` [Shared libraries]:\n   ticks  total  nonlib   name\n    ${libraries}    1.0%          /usr/bin/node`,
    ' [JavaScript]:\n',
    ' [C++]:\n',
    ` [Summary]:\n   ticks  total  nonlib   name\n    ${total - unaccounted - libraries}   1.0%   1.0%  JavaScript\n    ${libraries}   1.0%          Shared libraries`,
    ' [C++ entry points]:\n',
    ` [Bottom up (heavy) profile]:\n   ticks parent  name\n${bottomUp}`,
  ].join('\n\n');

test('stacks name the function with what it calls', () => {
  expect(
    answerOf(
      zeroX([
        [570, [js('parse'), LIBRARY]],
        [430, [LIBRARY]],
      ]),
    ),
  ).toEqual(['57 % of ticks are in parse (codec.js:14) and what it calls.', '1,000 ticks.']);
});

test('ticks in libraries alone name no function', () => {
  expect(answerOf(zeroX([[1000, [LIBRARY]]]))).toEqual(['1,000 ticks.', '']);
});

test('few ticks name no function', () => {
  expect(answerOf(zeroX([[399, [js('parse')]]]))).toEqual(['399 ticks.', 'That is too few to name functions: 400 ticks are needed.']);
});

test('the text of --prof-process names the function with most ticks of its own, whatever its tiers', () => {
  const rows =
    '    400   40.0%  /usr/bin/node\n    300   30.0%  JS: *parse /srv/codec.js:14:3\n    110   11.0%  JS: ~parse /srv/codec.js:14:3\n';
  expect(answerOf(printed(1000, 20, 400, rows))).toEqual(['41 % of ticks are in parse (codec.js:14) itself.', '1,000 ticks.']);
});

test('the text of --prof-process with most ticks unaccounted for says so', () => {
  const rows = '    800   80.0%  UNKNOWN\n    150   15.0%  JS: *parse /srv/codec.js:14:3\n';
  expect(answerOf(printed(1000, 800, 50, rows))[0]).toMatch(/^Most ticks are in no function that is known: 5 % .* 80 % unaccounted for\.$/);
});

test('the text of --prof-process says first what has more ticks than the function that it names', () => {
  const rows = '    445   44.5%  /usr/bin/node\n    200   20.0%  JS: *parse /srv/codec.js:14:3\n';
  const own = '20 % of ticks are in parse (codec.js:14) itself.';
  const libraries = '45 % of ticks are in shared libraries (Node’s own binary may be one), whoever called them.';
  expect(answerOf(printed(1000, 0, 445, rows))).toEqual([`${libraries} ${own}`, '1,000 ticks.']);
  const withCpp = printed(1000, 0, 445, rows).replace(
    '\n    445   1.0%          Shared',
    '\n    300   1.0%   1.0%  C++\n    445   1.0%          Shared',
  );
  expect(answerOf(withCpp)[0]).toBe(`${libraries} 30 % of ticks are in C++ functions, whoever called them. ${own}`);
  // It has more than they do.
  expect(answerOf(printed(1000, 0, 150, rows))[0]).toBe(own);
  const none = '    445   44.5%  /usr/bin/node\n';
  expect(answerOf(printed(1000, 0, 445, none))[0]).toBe(libraries);
});

test('ticks that the options of --prof-process have left out are said to be in no row', () => {
  const rows = '    400   40.0%  JS: *parse /srv/codec.js:14:3\n';
  const ticks = (excluded: number) => readForeign(printed(1000, 20, 400, rows, excluded)).ticks!;
  expect(ticks(269).excluded).toBe(269);
  expect(tickSummaryTable(ticks(269)).note).toContain('269 ticks were left out of the text by the options it was made with');
  expect(ticks(0)).not.toHaveProperty('excluded');
  expect(tickSummaryTable(ticks(0)).note).not.toContain('left out');
});

test('functions of stacks: recursion counts once, and callers have their ticks', () => {
  const { ticks } = readForeign(
    zeroX([
      [3, [js('main'), js('walk'), js('walk')]],
      [2, [js('walk')]],
    ]),
  );
  const { rows, isWhole } = listTickFunctions(ticks!);
  expect(isWhole).toBe(true);
  expect(rows.find((row) => row.function === 'walk')).toMatchObject({ self: 5, total: 5, callers: [{ function: 'main', ticks: 3 }] });
});

test('functions of a text: also those that only called others', () => {
  const rows =
    '    800   80.0%  UNKNOWN\n    600   75.0%    JS: *parse /srv/codec.js:14:3\n    600  100.0%      JS: ^main /srv/a.js:1:1\n     50    5.0%  JS: *parse /srv/codec.js:14:3\n';
  const found = listTickFunctions(readForeign(printed(1000, 800, 50, rows)).ticks!);
  expect(found.isWhole).toBe(false);
  expect(found.rows.find((row) => row.function === 'parse')).toMatchObject({ self: 50, total: 650, line: 14 });
  expect(found.rows.find((row) => row.function === 'main')).toMatchObject({ self: 0, total: 600 });
});

test('ticks in garbage collection are named beside the code, the larger share first', () => {
  const rows = '    400   40.0%  /usr/bin/node\n    410   41.0%  JS: *parse /srv/codec.js:14:3\n';
  const withGc = (ticks: number) =>
    printed(1000, 20, 400, rows).replace(
      '\n    400   1.0%          Shared',
      `\n    ${ticks}   1.0%   1.0%  GC\n    400   1.0%          Shared`,
    );
  expect(answerOf(withGc(300))[0]).toBe(
    '41 % of ticks are in parse (codec.js:14) itself. 30 % of ticks fell into garbage collection; they count for the code that was running, too.',
  );
  expect(answerOf(withGc(460))[0]).toMatch(/^46 % of ticks fell into garbage collection; .* 41 % of ticks are in parse/);
  expect(answerOf(withGc(100))[0]).not.toContain('garbage');
});

test('of a log that another V8 has read, that is said before its figures', () => {
  const log = zeroX([[1000, [js('parse')]]]);
  const by = say('foreign.logReadBy', { written: '10.2', version: '22.0.0', path: '/usr/bin/node', v8: '12.4' });
  expect(answerOf(log, [by, say('foreign.logOtherV8')])).toEqual([
    'This log was written by another V8 than that of the Node that read it: ticks may be missing, or have wrong names.',
    '100 % of ticks are in parse (codec.js:14) and what it calls. 1,000 ticks.',
  ]);
  expect(answerOf(log, [by])[0]).toMatch(/^100 % of ticks/);
});
