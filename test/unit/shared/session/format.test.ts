import { describe, expect, test } from 'vitest';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { blockColumns, columnsOfFormat } from '../../../../shared/load/request-rows.ts';
import { REQUEST_COLUMNS } from '../../../../shared/model/run.ts';
import { rowWidth } from '../../../../shared/model/table.ts';
import { SESSION_FORMAT } from '../../../../shared/session/entries.ts';
import { findRowProblem, isPartName } from '../../../../shared/session/format.ts';
import { canonicalJson, parseJson } from '../../../../shared/session/json.ts';
import { SERVER_COLUMNS } from '../../../../shared/session/server-series.ts';
import { upgradeManifest } from '../../../../shared/session/upgrade.ts';
import { emptyBatch } from '../../../helpers/synthetic-recording.ts';
import { messageOf } from '../../../helpers/worded.ts';

test('sessions of format 2 count as recorded without --keep-values', () => {
  const upgraded = (manifest: object) => upgradeManifest({ format: 2, ...manifest });
  expect(upgraded({ kind: 'run', session: { name: 'a' } })).toMatchObject({
    value: { experiment: { cells: [{ session: { name: 'a', keepsValues: false } }] } },
  });
  expect(upgraded({ kind: 'comparison', comparison: { name: 'b' } })).toMatchObject({
    value: { experiment: { cells: [{ comparison: { name: 'b', keepsValues: false } }] } },
  });
  expect(upgradeManifest({ format: 1, session: null }).ok).toBe(true);
});

test.each([1, 2])('the content of a format %i file becomes the only cell of an experiment', (format) => {
  expect(upgradeManifest({ format, kind: 'run', notes: 'kept' })).toMatchObject({
    value: { format: SESSION_FORMAT, experiment: { cells: [{ kind: 'run', notes: 'kept' }] } },
  });
});

test('a file of format 3 is one of format 4 as it is', () => {
  const experiment = { cells: [{ kind: 'load', notes: 'kept' }] };
  expect(upgradeManifest({ format: 3, experiment })).toEqual({ ok: true, value: { format: 4, experiment } });
});

describe('upgrades', () => {
  const steps = {
    1: ({ title, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, name: title }),
    2: (manifest: Readonly<Record<string, unknown>>) => ({ ...manifest, notes: '' }),
  };

  test('go one version at a time, in order', () => {
    expect(upgradeManifest({ format: 1, title: 'a' }, steps, 3)).toEqual({ ok: true, value: { format: 3, name: 'a', notes: '' } });
    expect(upgradeManifest({ format: 2, name: 'b' }, steps, 3)).toEqual({ ok: true, value: { format: 3, name: 'b', notes: '' } });
  });

  test('the current version is unchanged', () => {
    expect(upgradeManifest({ format: SESSION_FORMAT, x: 1 })).toEqual({ ok: true, value: { format: SESSION_FORMAT, x: 1 } });
  });

  test('a newer version is refused with its number', () => {
    const refused = upgradeManifest({ format: 4 }, steps, 3);
    expect(refused).toMatchObject({ ok: false, failure: { code: 'newer-version' } });
    expect(!refused.ok && messageOf(refused.failure)).toContain('format 4');
  });

  test.each([null, [], 'x', {}, { format: '1' }, { format: 0 }, { format: 1.5 }])('refuses %j as a manifest', (raw) => {
    expect(upgradeManifest(raw, steps, 3)).toMatchObject({ ok: false, failure: { code: 'damaged' } });
  });

  test('a missing step is a bug, not a damaged file', () => {
    expect(() => upgradeManifest({ format: 1 }, {}, 2)).toThrow('No upgrade step');
  });
});

describe('untrusted JSON', () => {
  test('deep nesting is refused before parsing', () => {
    expect(() => parseJson('['.repeat(2_000_000))).toThrow(RangeError);
    expect(() => parseJson(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`)).toThrow(RangeError);
  });

  test('brackets in strings do not count', () => {
    const text = JSON.stringify({ a: '[['.repeat(100), 'b\\"[': ['\\'] });
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test('the same value gives the same text for any order of keys', () => {
    const text = canonicalJson({ b: [1, { d: null, c: 'x' }], a: {}, skipped: undefined });
    expect(text).toBe(canonicalJson({ a: {}, b: [1, { c: 'x', d: null }] }));
    expect(JSON.parse(text)).toEqual({ a: {}, b: [1, { c: 'x', d: null }] });
  });

  test('a key called __proto__ stays an ordinary key', () => {
    const value = JSON.parse('{"__proto__": {"polluted": true}}');
    expect(canonicalJson(value)).toContain('"__proto__"');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('parts', () => {
  test('only known part names are accepted', () => {
    expect(['manifest.json', 'requests.bin', 'profiles/123.cpuprofile'].every(isPartName)).toBe(true);
    expect(
      ['__proto__', 'constructor', '../manifest.json', 'profiles/../x.cpuprofile', 'profiles/a.cpuprofile', 'Manifest.json', ''].some(
        isPartName,
      ),
    ).toBe(false);
  });

  test('the row width is the sum of the column widths', () => {
    expect([rowWidth(blockColumns(columnsOfFormat(2))), rowWidth(REQUEST_COLUMNS), rowWidth(SERVER_COLUMNS)]).toEqual([28, 48, 268]);
  });

  test.each([
    ['start', Number.NaN],
    ['start', 1e300],
    ['start', -1e9],
    ['status', 0],
    ['status', 1_000],
  ] as const)('a row with %s %d is refused', (column, value) => {
    const batch = emptyBatch(2);
    batch.status.fill(200);
    expect(findRowProblem(batch)).toBeNull();
    batch[column][1] = value;
    expect(wordSaid(findRowProblem(batch)!)).toContain('row 1');
  });
});
