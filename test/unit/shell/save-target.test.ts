import { expect, test } from 'vitest';
import { chooseTarget, withExtension } from '../../../electron/shell/save-target.ts';

/** A person at the dialogs: what is typed and answered, in order; what was asked is recorded. */
function person({ typed, answers = [], there = [] }: { typed: (string | null)[]; answers?: boolean[]; there?: string[] }) {
  const asked: string[] = [];
  const suggested: string[] = [];
  return {
    asked,
    suggested,
    choose: async (name: string) => {
      suggested.push(name);
      return typed.shift() ?? null;
    },
    mayReplace: async (path: string) => {
      asked.push(path);
      return answers.shift() ?? false;
    },
    exists: (path: string) => there.includes(path),
  };
}

test('a name without the extension gets it', () => {
  expect(withExtension('/d/baseline')).toBe('/d/baseline.loopscope');
  expect(withExtension('/d/v1.2')).toBe('/d/v1.2.loopscope');
  expect(withExtension('/d/A.LOOPSCOPE')).toBe('/d/A.LOOPSCOPE');
});

test('a file that the extension leads to is replaced only by who says so', async () => {
  const there = ['/d/baseline.loopscope'];
  const careful = person({ typed: ['/d/baseline', null], answers: [false], there });
  expect(await chooseTarget('server.loopscope', careful)).toBeNull();
  expect(careful.asked).toEqual(there);
  // The dialog comes again, with the name that was in the way.
  expect(careful.suggested).toEqual(['server.loopscope', '/d/baseline.loopscope']);

  const other = person({ typed: ['/d/baseline', '/d/other'], answers: [false], there });
  expect(await chooseTarget('server.loopscope', other)).toEqual({ path: '/d/other.loopscope', overwrite: false });

  const sure = person({ typed: ['/d/baseline'], answers: [true], there });
  expect(await chooseTarget('server.loopscope', sure)).toEqual({ path: '/d/baseline.loopscope', overwrite: true });
});

test('about the name as it was typed the dialog has asked itself', async () => {
  const one = person({ typed: ['/d/baseline.loopscope'], there: ['/d/baseline.loopscope'] });
  expect(await chooseTarget('x', one)).toEqual({ path: '/d/baseline.loopscope', overwrite: true });
  expect(one.asked).toEqual([]);
});

test('where nothing is, nothing is asked and nothing may be replaced', async () => {
  const one = person({ typed: ['/d/new'] });
  expect(await chooseTarget('x', one)).toEqual({ path: '/d/new.loopscope', overwrite: false });
  expect(one.asked).toEqual([]);
});
