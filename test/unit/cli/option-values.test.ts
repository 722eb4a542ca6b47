import { expect, test } from 'vitest';
import { oneOf, readMember } from '../../../electron/cli/option-values.ts';
import { SETTINGS } from '../../../shared/model/settings.ts';

const { capture } = SETTINGS;
const read = readMember(capture, 'capture.kind');

test('accepts the members of a union; refuses other words and names those of later versions', () => {
  expect(Object.keys(capture.members).map(read)).toEqual(Object.keys(capture.members));
  expect(oneOf(capture)).toBe('cpu, none or ticks');
  expect(() => read('toString')).toThrow('It must be cpu, none or ticks.');
  expect(() => read('heap')).toThrow('--capture heap is not there yet. This version captures cpu, none or ticks.');
});
