/** Help is read in a terminal of 80 columns: its lines end there, between words. */
import { expect, test } from 'vitest';
import { makeProgram } from '../../../electron/cli/program.ts';

const program = await makeProgram();

test.each([program, ...program.commands].map((command) => [command.name(), command] as const))('%s', (_, command) => {
  const lines = command.helpInformation().split('\n');
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});
