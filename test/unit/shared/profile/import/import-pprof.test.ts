import { Line, Location, Mapping, Profile as Pprof, Function as PprofFunction, Sample, StringTable, ValueType } from 'pprof-format';
import { describe, expect, test } from 'vitest';
import { WHOLE_PROFILE } from '../../../../../shared/profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../../../../shared/profile/tree/profile-figures.ts';
import { importBytes } from '../../../../../shared/session/importers.ts';
import { importedOf, notesOf, readForeign, refusalOf, treeOf } from '../../../../helpers/read-foreign.ts';

interface Made {
  readonly types: readonly (readonly [type: string, unit: string])[];
  readonly samples: readonly (readonly [stack: readonly number[], values: readonly (number | bigint)[]])[];
  readonly functions?: readonly { readonly name: string; readonly file?: string; readonly start?: number | bigint }[];
  /** Of each location, innermost first: function and line. */
  readonly locations?: readonly (readonly (readonly [at: number, line: number | bigint])[])[];
  readonly libraries?: readonly string[];
  readonly wanted?: string;
}

function pprof({ types, samples, functions = FUNCTIONS, locations = LOCATIONS, libraries = [], wanted = '' }: Made): Uint8Array {
  const stringTable = new StringTable();
  const text = (value: string): number => stringTable.dedup(value);
  return new Pprof({
    sampleType: types.map(([type, unit]) => new ValueType({ type: text(type), unit: text(unit) })),
    sample: samples.map(([stack, value]) => new Sample({ locationId: stack.map((at) => at + 1), value: [...value] })),
    mapping: libraries.map((one, i) => new Mapping({ id: i + 1, filename: text(one) })),
    location: locations.map(
      (lines, i) =>
        new Location({
          id: i + 1,
          address: 0x10 + i,
          ...(i < libraries.length ? { mappingId: i + 1 } : {}),
          line: lines.map(([at, line]) => new Line({ functionId: at + 1, line })),
        }),
    ),
    function: functions.map(
      ({ name, file = '', start = 0 }, i) =>
        new PprofFunction({ id: i + 1, name: text(name), systemName: text(name), filename: text(file), startLine: start }),
    ),
    defaultSampleType: text(wanted),
    stringTable,
  }).encode();
}

const FUNCTIONS = [
  { name: 'parse', file: '/srv/app.js', start: 3 },
  { name: 'main', file: '/srv/app.js', start: 1 },
];
const LOCATIONS = [[[0, 5]], [[1, 2]], [[0, 7]]] as const;
const SAMPLES = [
  [[0, 1], [3_000]],
  [[1], [1_000]],
] as const;

const read = (made: Made, value: string | null = null) => importedOf(importBytes(pprof(made), 'x', value));
const whole = (made: Made) => computeProfileFigures(read(made).profiles, WHOLE_PROFILE, 10);

describe('units', () => {
  test.each([
    ['microseconds', 1e-3, ['nanoseconds', 'nanosecond', 'ns', 'Nanoseconds']],
    ['microseconds', 1, ['us', 'µs', 'microsecond', 'microseconds']],
    ['microseconds', 1e3, ['ms', 'millisecond', 'milliseconds']],
    ['microseconds', 1e6, ['s', 'sec', 'second', 'seconds']],
    ['microseconds', 60e6, ['minutes', 'min']],
    ['bytes', 1, ['b', 'byte', 'bytes']],
    ['bytes', 1024, ['kb', 'kB', 'kilobyte', 'kilobytes', 'KiB']],
    ['bytes', 1024 ** 2, ['mb', 'megabytes', 'MB']],
    ['bytes', 1024 ** 3, ['gb', 'gigabytes']],
  ] as const)('%s, times %d', (unit, factor, names) => {
    for (const name of names) {
      const figures = whole({ types: [['cpu', name]], samples: SAMPLES });
      expect([name, figures.unit, figures.weight]).toEqual([name, unit, 4_000 * factor]);
      expect(figures.heavy[0]!.selfMargin).toBeNull();
    }
  });

  test('samples are samples, with an interval; what is no look at a stack is a weight, without one', () => {
    const samples = whole({ types: [['samples', 'count']], samples: SAMPLES });
    expect([samples.unit, samples.samples]).toEqual(['samples', 4_000]);
    expect(samples.heavy[0]!.selfMargin).toBeGreaterThan(0);
    for (const [type, unit] of [
      ['alloc_objects', 'count'],
      ['contentions', 'count'],
      ['cpu', 'cycles'],
    ] as const) {
      const counted = whole({ types: [[type, unit]], samples: SAMPLES });
      expect([counted.unit, counted.weight, counted.heavy[0]!.selfMargin]).toEqual(['weight', 4_000, null]);
    }
    expect(notesOf(read({ types: [['cpu', 'cycles']], samples: SAMPLES }))[0]).toMatch(
      /^cpu \(cycles\) counts something that is no sample/,
    );
  });
});

describe('values of several kinds', () => {
  const types = [
    ['cpu', 'nanoseconds'],
    ['alloc_space', 'bytes'],
    ['lock_time', 'nanoseconds'],
  ] as const;
  const samples = [
    [
      [0, 1],
      [3_000_000, 4096, 0],
    ],
    [[1], [1_000_000, 1024, 0]],
  ] as const;

  test('one in which nothing was measured is not shown, and those that are not are named', () => {
    const imported = read({ types, samples });
    expect([imported.profiles[0]!.unit, treeOf(imported)[0]]).toEqual(['bytes', '(root) self 0 total 5120']);
    expect(notesOf(imported)[0]).toBe(
      'It has 3 sample types; alloc_space (bytes) is shown, not cpu (nanoseconds) and lock_time (nanoseconds), which is 0 everywhere. Where the file itself is open, another one is chosen above the profile or, on the command line, with --value.',
    );
  });

  test('what the file prefers is shown, unless it is 0 everywhere', () => {
    expect(treeOf(read({ types, samples, wanted: 'cpu' }))[0]).toBe('(root) self 0 total 4000');
    expect(read({ types, samples, wanted: 'lock_time' }).profiles[0]!.unit).toBe('bytes');
  });

  test.each(['cpu', 'CPU', 'cpu (nanoseconds)'])('%s is chosen', (value) => {
    expect(treeOf(read({ types, samples }, value))[0]).toBe('(root) self 0 total 4000');
  });

  test('one that is 0 everywhere is shown if it is asked for, and that is said', () => {
    expect(notesOf(read({ types, samples }, 'lock_time'))).toContain(
      'lock_time (nanoseconds) is 0 in every sample, so there is nothing to show.',
    );
  });

  test('one that the file does not have is refused', () => {
    expect(refusalOf(importBytes(pprof({ types, samples }), 'x', 'wall'))).toBe('x has no values called wall.');
  });

  test('the difference of two profiles is called that', () => {
    expect(
      refusalOf(
        importBytes(
          pprof({
            types: [['cpu', 'ms']],
            samples: [
              [[0], [5]],
              [[1], [-3n]],
            ],
          }),
          'x',
        ),
      ),
    ).toMatch(/^x is the difference of two profiles: the value of sample 1 is below zero/);
  });
});

describe('lines', () => {
  const lines = (made: Partial<Made> = {}) =>
    whole({
      types: [['cpu', 'ms']],
      samples: [
        [[0, 1], [30]],
        [[2, 1], [10]],
        [[1], [60]],
      ],
      ...made,
    }).lines;

  test('of samples are those of their locations', () => {
    expect(lines()?.rows.map(({ line, selfMs, selfPercent, selfMargin }) => [line, selfMs, selfPercent, selfMargin])).toEqual([
      [2, 60, 60, null],
      [5, 30, 30, null],
      [7, 10, 10, null],
      [1, 0, 0, null],
      [3, 0, 0, null],
    ]);
  });

  test('are not known where each location has the line that its function begins on', () => {
    expect(lines({ locations: [[[0, 3]], [[1, 1]], [[0, 3]]] })).toBeNull();
  });

  test.each([-1n, 2n ** 32n - 1n, 2n ** 31n - 1n, 2n ** 31n, -2n])('%d is none', (none) => {
    const functions = [{ ...FUNCTIONS[0]!, start: none }, FUNCTIONS[1]!];
    const imported = read({ types: [['cpu', 'ms']], samples: SAMPLES, functions, locations: [[[0, none]], [[1, 2]], [[0, none]]] });
    expect(imported.profiles[0]!.frames.map(({ name, line }) => [name, line])).toEqual([
      ['(root)', -1],
      ['main', 0],
      ['parse', -1],
    ]);
  });
});

test.each([':(idle):0', ':(idle):-1', '(idle):0', ':(idle)', '(idle)'])('%s is idle time', (name) => {
  const figures = whole({ types: [['wall', 'ms']], samples: SAMPLES, functions: [{ name }, FUNCTIONS[1]!] });
  expect(figures.weight).toBe(1e6);
  expect(figures.idleMs).toBe(3_000);
});

test('equal names of different libraries, and addresses without a name, are told apart', () => {
  const imported = read({
    types: [['cpu', 'ms']],
    functions: [{ name: 'copy' }, { name: 'copy' }],
    locations: [[[0, 0]], [[1, 0]], []],
    libraries: ['/lib/libc.so', '/usr/bin/node', '/lib/libssl.so'],
    samples: [
      [[0], [1]],
      [[1], [1]],
      [[2], [1]],
    ],
  });
  expect(treeOf(imported).slice(1).sort()).toEqual([
    '  0x12 (libssl.so) self 1000 total 1000',
    '  copy (libc.so) self 1000 total 1000',
    '  copy (node) self 1000 total 1000',
  ]);
});

test('a dot that Go has written as %2e is shown as a dot where functions have no file, too', () => {
  const names = ['main.main', 'gopkg.in/yaml%2ev3.unmarshal', 'get /a%2eb'];
  expect(
    readForeign(`${names.join(';')} 4`)
      .profiles[0]!.frames.slice(1)
      .map(({ name }) => name),
  ).toEqual(['main.main', 'gopkg.in/yaml.v3.unmarshal', 'get /a%2eb']);
});

test('a dot that Go has written as %2e into the path of a package is shown as a dot', () => {
  const functions = [
    { name: 'gopkg.in/yaml%2ev3.(*parser).parse', file: 'gopkg.in/yaml.v3@v3.0.1/yaml.go' },
    { name: 'a%2eb/c', file: '/srv/app.js' },
  ];
  const { frames } = read({ types: [['cpu', 'ms']], samples: SAMPLES, functions }).profiles[0]!;
  expect(frames.map(({ name }) => name)).toEqual(['(root)', 'a%2eb/c', 'gopkg.in/yaml.v3.(*parser).parse']);
});
