import fc from 'fast-check';
import { expect, test } from 'vitest';
import { surveyJson } from '../../../../shared/model/json-survey.ts';
import { readCpuProfile } from '../../../../shared/profile/import/read-cpuprofile.ts';
import { parseJson } from '../../../../shared/session/json.ts';
import { worded } from '../../../helpers/worded.ts';

test('counts nesting outside strings only', () => {
  expect(surveyJson('{"a":"[[[[","b":[["\\\\"]]}', 3).tooDeepAt).toBeNull();
  expect(surveyJson('[[[[', 3).tooDeepAt).toBe(3);
  expect(surveyJson('[],[],[],[]', 1).tooDeepAt).toBeNull();
  expect(surveyJson('"never closed [[[', 1).tooDeepAt).toBeNull();
});

test('counts members as JSON.parse finds them', () => {
  const lists = fc.dictionary(
    fc.string().filter((key) => !/["\\]/.test(key) && key !== '__proto__'),
    fc.array(fc.oneof(fc.string(), fc.integer(), fc.array(fc.integer()), fc.record({ a: fc.array(fc.string()) })), { maxLength: 6 }),
  );
  fc.assert(
    fc.property(lists, fc.constantFrom(undefined, 1), (value, indent) => {
      const { listLengths } = surveyJson(JSON.stringify(value, null, indent), 64);
      expect(Object.fromEntries(listLengths)).toEqual(Object.fromEntries(Object.entries(value).map(([key, list]) => [key, list.length])));
    }),
  );
});

test('does not underestimate the memory JSON.parse would use', () => {
  expect(surveyJson(`[${'{},'.repeat(999)}{}]`, 64).builtBytes).toBeGreaterThan(56_000);
  expect(surveyJson(`[${'"ab",'.repeat(999)}"ab"]`, 64).builtBytes).toBeGreaterThan(32_000);
});

test('profile and manifest are surveyed before they are parsed', () => {
  const objects = `{"nodes":[${'{},'.repeat(1_000_000)}{}]}`;
  expect(worded(readCpuProfile(objects, 'x.cpuprofile'))).toMatchObject({
    ok: false,
    failure: { code: 'too-large', message: expect.stringContaining('1000001 nodes') },
  });
  const elsewhere = `{"nodes":[],"other":[${'{},'.repeat(15_000_000)}{}]}`;
  expect(readCpuProfile(elsewhere, 'x.cpuprofile')).toMatchObject({ ok: false, failure: { code: 'too-large' } });
  expect(() => parseJson(elsewhere)).toThrow(/MB of memory/);
});
