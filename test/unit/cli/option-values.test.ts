import { expect, test } from 'vitest';
import { collectHeaders, oneOf, readContent, readMember } from '../../../electron/cli/flags/option-values.ts';
import { SETTINGS } from '../../../shared/model/setup/settings.ts';

const { capture } = SETTINGS;
const read = readMember(capture);

test('accepts the members of a union; refuses other words', () => {
  expect(Object.keys(capture.members).map(read)).toEqual(Object.keys(capture.members));
  expect(oneOf(capture)).toBe('cpu, none, heap, ticks, leak or cpu,heap');
  expect(() => read('toString')).toThrow('It must be cpu, none, heap, ticks, leak or cpu,heap.');
});

test('a header as curl has it, or name=value; the first mark ends the name', () => {
  const read = (...typed: string[]) => typed.reduce<{ name: string; value: string }[]>((all, one) => collectHeaders(one, all), []);
  expect(read('Accept: text/html; q=0.5', 'x-a=b: c', 'x-empty:')).toEqual([
    { name: 'Accept', value: 'text/html; q=0.5' },
    { name: 'x-a', value: 'b: c' },
    { name: 'x-empty', value: '' },
  ]);
  for (const wrong of ['accept', ': x', '=x', '']) expect(() => read(wrong)).toThrow('It must be "name: value" or name=value.');
});

test('a body is what is typed, or what is in the file after an @', () => {
  expect(readContent('{"a": 1}')).toBe('{"a": 1}');
  expect(readContent('@@home')).toBe('@home');
  expect(readContent(`@${import.meta.filename}`)).toContain('what is in the file after an @');
  expect(() => readContent('@/no/such/file')).toThrow('/no/such/file cannot be read (ENOENT).');
});
