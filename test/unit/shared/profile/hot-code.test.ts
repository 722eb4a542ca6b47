/** Point 1 of the answer: which code took the time. Drawings are read as in draw.ts: columns are samples, rows the stack from the outside in. */
import { describe, expect, test } from 'vitest';
import { UNKNOWN_CPU } from '../../../../shared/model/profile/known-cpu.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { findHotCode } from '../../../../shared/profile/tree/hot-code.ts';
import { listPackages } from '../../../../shared/profile/tree/packages.ts';
import { drawProfile } from './draw.ts';

const treeOf = (drawing: string) => computeCallTree([drawProfile(drawing)], WHOLE_PROFILE);
const hotOf = (drawing: string) => findHotCode(treeOf(drawing));

test('a middleware that passes requests on is not the place; the innermost package with most of its time is named, and its function', () => {
  const hot = hotOf(`
    time        0             10            20            30            40            50       60
                express@dep   express@dep   express@dep   express@dep   express@dep   emit@core
                middleware    middleware    middleware    middleware    middleware    .
                express@dep   express@dep   express@dep   express@dep   express@dep   .
                show          show          show          show          list          .
                express@dep   express@dep   express@dep   express@dep   .             .
                pug@dep       pug@dep       pug@dep       .             .             .
                acorn@dep     read@core     map@native    .             .             .`);
  // Of 60: 50 below the middleware, of which 40 below show.
  expect(hot.own).toMatchObject({ function: 'show', line: 1, total: 40 });
  expect(hot.own!.totalPercent).toBeCloseTo(66.7, 1);
  expect(hot.below).toMatchObject({ name: 'pug', function: 'pug', total: 30, totalMs: 0.03 });
  expect(hot.nodePercent).toBeCloseTo(16.7, 1);
});

test('with less than four fifths of its time in one function of one’s own, the caller is the place', () => {
  const hot = hotOf(`
    time  0       10      20      30      40
          handle  handle  handle  handle
          a       a       b       .`);
  expect(hot.own).toMatchObject({ function: 'handle', total: 40 });
  expect(hot.inside).toMatchObject({ function: 'a', line: 1, selfPercent: 50 });
  // All of it is own work: there is no package to name.
  expect(hot.below).toBeNull();
});

test('inside the place only one function with a quarter of it is named, and not the place itself', () => {
  const some = hotOf(`
    time  0  10  20  30  40  50
          f  f   f   f   f
          a  b   c   d   e`);
  expect(some).toMatchObject({ own: { function: 'f' }, inside: null });
  const itself = hotOf(`
    time  0  10  20  30  40
          f  f   f   f
          .  .   .   a`);
  expect(itself).toMatchObject({ own: { function: 'f' }, inside: null });
});

test('of two functions inside the place that have about as much, both are named, whichever comes first', () => {
  const inside = (drawing: string) => {
    const { inside: most, insideAnd } = hotOf(drawing);
    return [most, insideAnd].map((one) => one && [one.function, one.selfPercent]);
  };
  const uneven = `
    time  0  10     20     30     40     50     60     70
          f  f      f      f      f      f      f
          .  make   make   walk   walk   walk   walk`;
  expect(inside(uneven)).toEqual([['walk', expect.closeTo(57.1, 1)], undefined]);
  const even = `
    time  0  10     20     30     40     50     60     70
          f  f      f      f      f      f      f
          .  make   make   make   walk   walk   walk`;
  expect(inside(even)).toEqual([
    ['make', expect.closeTo(42.9, 1)],
    ['walk', expect.closeTo(42.9, 1)],
  ]);
});

test('where callers inside the place have time of their own, V8 may have inlined the function there: it has so much at least', () => {
  const insideOf = (drawing: string) => {
    const { inside, insideAnd } = hotOf(drawing);
    return [inside, insideAnd].map((one) => one && [one.function, one.isLeast ?? false]);
  };
  const both = `
    time  0  10    20    30
          f  f     f
          .  walk  walk`;
  expect(insideOf(both)).toEqual([['walk', true], undefined]);
  // `f` and `g` only call, and who stands beside it, or is native, has none of it.
  const calls = `
    time  0     10    20    30  40  50  60  70  80  90          100
          f     f     f     f   f   f   f   f   f   f
          g     g     g     a   b   c   d   e   h   map@native
          walk  walk  walk  .   .   .   .   .   .   .`;
  expect(insideOf(calls)).toEqual([['walk', false], undefined]);
});

test('plumbing above the place does not count below it, and recursion counts once', () => {
  const hot = hotOf(`
    time  0            10           20           30           40
          express@dep  express@dep  express@dep  express@dep
          f            f            f            f
          f            lib@dep      lib@dep      lib@dep
          .            lib@dep      .            .`);
  expect(hot.own).toMatchObject({ function: 'f', total: 40 });
  expect(hot.below).toMatchObject({ name: 'lib', total: 30, totalPercent: 75 });
});

test('two packages of about the same size are both named, not what calls them', () => {
  const hot = hotOf(`
    time  0            10           20           30           40           50
          f            f            f            f            f
          express@dep  express@dep  express@dep  express@dep  express@dep
          pug@dep      pug@dep      marked@dep   marked@dep   .`);
  expect(hot.below).toMatchObject({ name: 'pug', total: 20 });
  expect(hot.besides).toMatchObject({ name: 'marked', total: 20 });
});

test('a package that has most of it is named with a second that it does not call, and not with one that it does', () => {
  const hot = hotOf(`
    time  0           10          20          30          40          50
          f           f           f           f           f
          pug@dep     pug@dep     pug@dep     marked@dep  marked@dep
          acorn@dep   acorn@dep   .           .           .`);
  expect(hot.below).toMatchObject({ name: 'pug', total: 30 });
  expect(hot.besides).toMatchObject({ name: 'marked', total: 20 });
});

test('a package that is not called by code of one’s own', () => {
  const hot = hotOf(`
    time  0          10         20         30         40
          main@dep   main@dep   main@dep   own
          lib@dep    lib@dep    own        .`);
  expect(hot.own).toMatchObject({ function: 'own', total: 20 });
  expect(hot.outside).toMatchObject({ name: 'lib', total: 20 });
});

test('Node’s own work: below a handler it is the package, and where no handler is it is nobody’s', () => {
  const hot = hotOf(`
    time  0           10            20            30    40    50
          parse@core  parse@core    writev@core   (gc)  (idle)
          handler     handler       .             .     .
          end@core    end@core      .             .     .`);
  expect(hot.own).toMatchObject({ function: 'handler', total: 20, totalPercent: 50 });
  expect(hot.below).toMatchObject({ kind: 'core', name: '', total: 20 });
  expect(hot.nodePercent).toBe(50);
  expect(hot.samples).toBe(4);
});

test('Loopscope’s own time is no work of Node', () => {
  const hot = hotOf(`
    time  0            10           20            30           40     50
          parse@core   emit@core    emit@core     show@core    (idle)
          read@core    (Loopscope)  lib@dep       handler      .
          .            .            (Loopscope)   (Loopscope)  .`);
  expect(hot.loopscopePercent).toBe(75);
  expect(hot.nodePercent).toBe(25);
});

test.each(['', 'data:text/javascript,export%20default%201', 'evalmachine.<anonymous>'])(
  'code made while the program ran (%j) is nobody’s place: its caller is named, and where nobody of the program calls it, nothing is',
  (url) => {
    const madeOf = (drawing: string) => {
      const profile = drawProfile(drawing);
      const frames = profile.frames.map((one) => (one.name === 'made' ? { ...one, url, line: 3 } : one));
      return findHotCode(computeCallTree([{ ...profile, frames }], WHOLE_PROFILE));
    };
    const called = madeOf(`
      time  0            10           20           30           40
            show         show         show         show
            made         made         made         .`);
    expect(called.own).toMatchObject({ function: 'show', total: 40 });
    expect(called.inside).toBeNull();
    const below = madeOf(`
      time  0            10           20           30           40
            fastify@dep  fastify@dep  fastify@dep  fastify@dep
            made         made         made         .`);
    expect(below.own).toBeNull();
    expect(below.outside).toMatchObject({ name: 'fastify', total: 40 });
  },
);

test('an empty profile has nothing to name', () => {
  expect(findHotCode(computeCallTree([], WHOLE_PROFILE))).toEqual({
    own: null,
    inside: null,
    below: null,
    besides: null,
    outside: null,
    nodePercent: 0,
    loopscopePercent: 0,
    timerPercent: 0,
    samples: 0,
    cpu: UNKNOWN_CPU,
  });
});

test('packages: self with what built-ins did for them, total once on a stack', () => {
  const rows = listPackages(
    treeOf(`
    time  0        10          20         30        40
          pug@dep  pug@dep     pug@dep    own
          pug@dep  map@native  acorn@dep  read@core`),
  );
  expect(rows.map(({ name, kind, self, total, totalPercent }) => [name, kind, self, total, totalPercent])).toEqual([
    ['pug', 'dependency', 20, 30, 75],
    ['', 'core', 10, 10, 25],
    ['acorn', 'dependency', 10, 10, 25],
  ]);
});

test('a package is named with its scope, wherever a package manager keeps it', () => {
  const at = (url: string) => {
    const frames = [
      { name: '(root)', url: '', line: -1, column: -1, kind: 'native' as const },
      { name: 'f', url, line: 0, column: 0, kind: 'dependency' as const },
    ];
    const [self, total] = [Float64Array.of(0, 1), Float64Array.of(1, 1)];
    const tree = {
      frames,
      parent: Int32Array.of(-1, 0),
      frame: Int32Array.of(0, 1),
      self,
      folded: new Float64Array(2),
      total,
      samples: self,
      base: 1,
      unit: 'microseconds' as const,
      sampleCount: 1,
      timeBase: 'cpu' as const,
      cpu: UNKNOWN_CPU,
      isSampled: true,
    };
    return listPackages(tree).map(({ name }) => name);
  };
  expect(at('file:///srv/node_modules/.pnpm/@nestjs+core@11/node_modules/@nestjs/core/router.js')).toEqual(['@nestjs/core']);
  expect(at('C:\\srv\\node_modules\\pug\\lib\\index.js')).toEqual(['pug']);
  expect(at('webpack://somewhere/else.js')).toEqual([]);
});

test('a package that passes on most of its time is not named for it: what it calls is, with less than half of all', () => {
  const hot = hotOf(`
    time  0            10           20           30           40           50           60           70           80
          show         show         show         show         show         show         show         show
          express@dep  express@dep  express@dep  express@dep  express@dep  a            b            c
          ejs@dep      ejs@dep      ejs@dep      read@core    .            .            .            .`);
  expect(hot.own).toMatchObject({ function: 'show', total: 80 });
  expect(hot.below).toMatchObject({ name: 'ejs', total: 30 });
  const other = hotOf(`
    time  0            10           20           30           40           50
          show         show         show         show         show
          pug@dep      pug@dep      pug@dep      pug@dep      pug@dep
          acorn@dep    acorn@dep    babel@dep    .            .`);
  expect(other.below).toMatchObject({ name: 'pug', total: 50 });
});

test('a wrapper of handlers is not named: the two that do most of the work are, with what they do themselves', () => {
  const hot = hotOf(`
    time  0           10          20          30          40          50
          wrap        wrap        wrap        wrap        wrap
          a           a           b           b           c
          lib@dep     a           .           sort@native .`);
  expect(hot.own).toMatchObject({ function: 'a', total: 20 });
  expect(hot.and).toMatchObject({ function: 'b', total: 20 });
});

test('two handlers that nothing of the user calls are both named where they have about as much, with what they do themselves', () => {
  const hot = hotOf(`
    time  0            10           20           30           40           50
          express@dep  express@dep  express@dep  express@dep  emit@core
          a            a            b            b            .
          lib@dep      a            fib          fib          .
          .            .            .            fib          .`);
  expect(hot.own).toMatchObject({ function: 'a', total: 20 });
  expect(hot.and).toMatchObject({ function: 'fib', total: 20 });
  const one = hotOf(`
    time  0            10           20           30           40           50           60
          express@dep  express@dep  express@dep  express@dep  express@dep  express@dep
          a            a            a            b            c            d
          pug@dep      pug@dep      pug@dep      .            .            .`);
  expect(one).toMatchObject({ own: { function: 'a', total: 30 }, below: { name: 'pug' } });
  expect(one.and).toBeUndefined();
});

test('of a middleware that calls one handler for most of its requests, that handler is named', () => {
  const hot = hotOf(`
    time  0            10           20           30           40           50
          check        check        check        check        check
          express@dep  express@dep  express@dep  express@dep  express@dep
          a            a            a            b            c`);
  expect(hot).toMatchObject({ own: { function: 'a', total: 30 } });
  expect(hot.and).toBeUndefined();
});

test('the largest function is named where it works after it has awaited something, outside the wrapper of its handler', () => {
  const hot = hotOf(`
    time  0        10       20       30       40       50       60       70      80      90      100
          express@dep express@dep express@dep express@dep express@dep runMicrotasks@core runMicrotasks@core runMicrotasks@core runMicrotasks@core emit@core
          wrapper  wrapper  wrapper  wrapper  wrapper  burnC    burnC    burnC   burnC   .
          burnA    burnA    burnA    burnB    burnB    .        .        .       .       .`);
  expect(hot.own).toMatchObject({ function: 'burnC', total: 40 });
  expect(hot.and).toMatchObject({ function: 'burnA', total: 30 });
});

test('a handler is named alone below its wrapper, though a little of its work is done after it has awaited something', () => {
  const hot = hotOf(`
    time  0        600      900      910      930          1000
          wrapper  wrapper  handler  logger   emit@core
          handler  list     .        .        .`);
  expect(hot.own).toMatchObject({ function: 'handler', total: 610 });
  expect(hot.and).toBeUndefined();
});

test('two handlers have their times after they have awaited something, too', () => {
  const hot = hotOf(`
    time  0        10       20       30       40       50       60       70
          wrapper  wrapper  wrapper  wrapper  wrapper  wrapper  a        emit@core
          a        a        a        b        b        b        .        .`);
  expect(hot.own).toMatchObject({ function: 'a', total: 40 });
  expect(hot.and).toMatchObject({ function: 'b', total: 30 });
});

test('a package that only calls the next one is not named, though it stands between two parts of a program that is installed itself', () => {
  const hot = hotOf(`
    time  0            10           20           30           40           50
          app@dep      app@dep      app@dep      app@dep      app@dep
          parser@dep   parser@dep   parser@dep   parser@dep   parser@dep
          next@core    app@dep      app@dep      app@dep      app@dep
          app@dep      app@dep      app@dep      json@native  lib@dep`);
  expect(hot.own).toBeNull();
  expect(hot.outside).toMatchObject({ name: 'app', total: 50 });
});

test('that the function in brackets has only the most of the time of its package is told', () => {
  const spread = hotOf(`
    time  0            10           20           30           40           50
          run@core     run@core     run@core     run@core     run@core
          handle@dep:app handle@dep:app handle@dep:app handle@dep:app handle@dep:app
          price@dep:app  price@dep:app  price@dep:app  dep@dep  dep@dep`);
  expect(spread.outside).toMatchObject({ name: 'app', function: 'price', total: 50, isSpread: true });
  const together = hotOf(`
    time  0              10             20             30             40             50
          run@core       run@core       run@core       run@core       run@core
          handle@dep:app handle@dep:app handle@dep:app handle@dep:app handle@dep:app
          price@dep:app  price@dep:app  price@dep:app  price@dep:app  .`);
  expect(together.outside).toMatchObject({ function: 'price', total: 50 });
  expect(together.outside!.isSpread).toBeUndefined();
});

test('where no package has most of the time, the two that do most themselves are named', () => {
  const hot = hotOf(`
    time  0            10           20           30           40           50           60           70
          run@core     run@core     run@core     run@core     run@core     run@core     run@core
          lodash@dep   lodash@dep   lodash@dep   knex@dep     knex@dep     koa@dep      pg@dep`);
  expect(hot.outside).toMatchObject({ name: 'lodash', total: 30 });
  expect(hot.outsideAnd).toMatchObject({ name: 'knex', total: 20 });
});

test('what a package has called back is not its time: of a server that filters with lodash, the server has more', () => {
  const hot = hotOf(`
    time  0            10           20           30           40           50
          server@dep   server@dep   server@dep   server@dep   server@dep
          express@dep  express@dep  express@dep  express@dep  express@dep
          server@dep   server@dep   server@dep   server@dep   .
          lodash@dep   lodash@dep   lodash@dep   lodash@dep   .
          .            .            server@dep   server@dep   .`);
  expect(hot.outside).toMatchObject({ name: 'server', total: 50 });
  const own = hotOf(`
    time  0            10           20           30           40           50
          show         show         show         show         show
          lodash@dep   lodash@dep   lodash@dep   lodash@dep   read@core
          .            .            isDear       isDear       .`);
  expect(own).toMatchObject({ own: { function: 'show', total: 50 }, below: null });
});

test('a package that has others work for it is named, though it does next to nothing itself', () => {
  const hot = hotOf(`
    time  0            10           20           30           40           50
          show         show         show         show         show
          pug@dep      pug@dep      pug@dep      pug@dep      pug@dep
          lexer@dep    lexer@dep    babel@dep    acorn@dep    walk@dep`);
  expect(hot.below).toMatchObject({ name: 'pug', total: 50 });
});

test('a package that comes in again below what it has called works for itself', () => {
  const hot = hotOf(`
    time  0            10           20           30           40           50
          pug@dep      pug@dep      pug@dep      pug@dep      pug@dep
          walk@dep     walk@dep     walk@dep     walk@dep     walk@dep
          pug@dep      pug@dep      pug@dep      pug@dep      pug@dep
          walk@dep     .            .            .            .
          pug@dep      .            .            .            .`);
  expect(hot.outside).toMatchObject({ name: 'pug', total: 50 });
});

test('a package beside the one that has most of the time is not named as one that it calls', () => {
  const hot = hotOf(`
    time  0            10           20           30           40           50           60           70
          show         show         show         show         show         show         show
          pug@dep      pug@dep      pug@dep      pug@dep      pug@dep      send@dep     send@dep
          gen@dep      gen@dep      lexer@dep    .            .            .            .`);
  expect(hot).toMatchObject({ below: { name: 'pug', total: 50 }, besides: null });
});

test('of packages that call each other in a row, the innermost is named that has more than half of the time of the first', () => {
  const hot = hotOf(`
    time  0            10           20           30           40           50           60
          show         show         show         show         show         show
          pug@dep      pug@dep      pug@dep      pug@dep      pug@dep      pug@dep
          gen@dep      gen@dep      gen@dep      gen@dep      .            .
          babel@dep    babel@dep    babel@dep    .            .            .
          acorn@dep    acorn@dep    .            .            .            .`);
  expect(hot.below).toMatchObject({ name: 'babel', total: 30 });
});

const IN_REQUEST = 'parserOnIncoming@core:_http_server';
const IN_TIMER = 'listOnTimeout@core:internal/timers';
const LATER = 'processTicksAndRejections@core:internal/process/task_queues';

/** One sample a column. */
function stacksOf(...columns: readonly (readonly string[])[]): string {
  const depth = Math.max(...columns.map(({ length }) => length));
  const rows = Array.from({ length: depth }, (_, row) => columns.map((stack) => stack[row] ?? '.').join(' '));
  return [`time ${Array.from({ length: columns.length + 1 }, (_, i) => 10 * i).join(' ')}`, ...rows].join('\n');
}

test('code that timers call is not for requests, code below the HTTP server is', () => {
  const timer = hotOf(stacksOf([IN_TIMER, 'refresh'], [IN_TIMER, 'refresh'], [IN_REQUEST, 'handle']));
  expect(timer.own).toMatchObject({ function: 'refresh', total: 20 });
  expect(timer.own!.isForRequests).toBeUndefined();
  expect(timer.timerPercent).toBeCloseTo(66.7, 1);
  const request = hotOf(stacksOf([IN_REQUEST, 'handle'], [IN_REQUEST, 'handle', IN_TIMER]));
  expect(request).toMatchObject({ own: { function: 'handle', isForRequests: true }, timerPercent: 0 });
});

test('what goes on behind an await is for whom its function was seen to work, and for nobody that is known where it was not', () => {
  const go = (name: string, first: string) => hotOf(stacksOf([first, name], [LATER, name, 'work'], [LATER, name, 'work']));
  expect(go('handle', IN_REQUEST).own!.isForRequests).toBe(true);
  expect(go('refresh', IN_TIMER)).toMatchObject({ own: { function: 'refresh' }, timerPercent: 100 });
  expect(go('refresh', IN_TIMER).own!.isForRequests).toBeUndefined();
  expect(go('loop', LATER).own!.isForRequests).toBeUndefined();
});

test('a function that requests and a loop in the background call is not for requests, nor does it say what the loop is for', () => {
  const hot = hotOf(
    stacksOf([IN_REQUEST, 'handle', 'shared'], [LATER, 'loop', 'shared'], [LATER, 'loop', 'shared'], [LATER, 'loop', 'shared']),
  );
  expect(hot.own).toMatchObject({ function: 'shared', total: 40 });
  expect(hot.own!.isForRequests).toBeUndefined();
});

test('a handler that a body parser calls later is for requests by the router that is seen in others', () => {
  const hot = hotOf(
    stacksOf([IN_REQUEST, 'express@dep'], [LATER, 'raw-body@dep', 'express@dep', 'save'], [LATER, 'raw-body@dep', 'express@dep', 'save']),
  );
  expect(hot.own).toMatchObject({ function: 'save', isForRequests: true });
});

test('a package is for requests as far as it is on stacks of requests; with a tenth in timers it is not', () => {
  const requests = Array.from({ length: 9 }, () => [IN_REQUEST, 'handle', 'pug@dep']);
  expect(hotOf(stacksOf(...requests)).below).toMatchObject({ name: 'pug', isForRequests: true });
  const some = hotOf(stacksOf(...requests, [IN_TIMER, 'handle', 'pug@dep'], [IN_TIMER, 'handle', 'pug@dep']));
  expect(some.below).toMatchObject({ name: 'pug', total: 110 });
  expect(some.below!.isForRequests).toBeUndefined();
});

test('where samples know their requests, these decide: a timer of a request is of it, and an interval is not', () => {
  const tree = treeOf(stacksOf([IN_TIMER, 'render'], [IN_TIMER, 'render'], [IN_TIMER, 'refresh']));
  const inRequests = treeOf(stacksOf([IN_TIMER, 'render'], [IN_TIMER, 'render']));
  const hot = findHotCode(tree, inRequests);
  expect(hot.own).toMatchObject({ function: 'render', isForRequests: true });
  expect(hot.timerPercent).toBeCloseTo(33.3, 1);
  expect(findHotCode(tree, treeOf(stacksOf([IN_TIMER, 'refresh']))).own!.isForRequests).toBeUndefined();
});

describe('time of functions of Node that call the program', () => {
  test('is told apart, with what they call', () => {
    const hot = hotOf(`
      time  0                                10                               20                               30      40
            listOnTimeout@core:internal/timers listOnTimeout@core:internal/timers listOnTimeout@core:internal/timers read@core
            .                                .                                poll                             .`);
    expect(hot.nodePercent).toBe(75);
    expect(hot.callsBack).toMatchObject({ function: 'listOnTimeout', percent: 50, calls: { function: 'poll' } });
  });

  test('of timers even where nothing that they call was sampled, and of nothing else', () => {
    const hot = hotOf(`
      time  0                                10        20
            listOnTimeout@core:internal/timers read@core`);
    expect(hot.callsBack).toEqual({ function: 'listOnTimeout', percent: 50, calls: null });
    expect(
      hotOf(`
      time  0          10      20
            read@core  handle`).callsBack,
    ).toBeUndefined();
  });

  test('of timers with what is below them outside the program: a function that was inlined there called it', () => {
    const hot = hotOf(`
      time  0                                  10                                 20                                     30        40
            processTimers@core:internal/timers processTimers@core:internal/timers processTicksAndRejections@core:internal/process/task_queues read@core
            listOnTimeout@core:internal/timers listOnTimeout@core:internal/timers endReadableNT@core                      .
            now@core                           .                                  .                                      .`);
    expect(hot.nodePercent).toBe(100);
    expect(hot.callsBack).toEqual({ function: 'listOnTimeout', percent: 50, calls: null });
  });

  test('below a package or code of the program is theirs', () => {
    const hot = hotOf(`
      time  0          10         20
            express@dep express@dep
            emit@core  emit@core
            .          handle`);
    expect(hot.callsBack).toBeUndefined();
  });
});
