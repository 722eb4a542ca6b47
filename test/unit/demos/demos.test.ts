import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDemos } from '../../../electron/engine/demos.ts';
import { DEMOS_DIR } from '../../../electron/engine/paths.ts';

const demos = await loadDemos(DEMOS_DIR);

test('the study of server-side rendering is there, the long task first', () => {
  const ssr = demos.find((demo) => demo.name === 'ssr');
  expect(ssr?.variants.map((variant) => variant.name)).toEqual(['long', 'small']);
  for (const { setup } of ssr!.variants) {
    expect(setup.load).toMatchObject({ connections: 50, end: { by: 'amount', requests: 200 }, timeoutS: 1000, warmupS: 0 });
    expect(setup.capture).toEqual({ kind: 'cpu', intervalUs: 1000 });
    // The development build of React would measure its own checks.
    expect(setup.target.env).toContainEqual({ name: 'NODE_ENV', value: 'production' });
  }
});

test.each(demos)('$name: every script exists, and the lesson asks before it tells', ({ name, variants }) => {
  for (const { setup } of variants) {
    expect(isAbsolute(setup.target.script)).toBe(true);
    expect(existsSync(setup.target.script)).toBe(true);
  }
  const lesson = readFileSync(join(DEMOS_DIR, name, 'lesson.md'), 'utf8');
  const [, head, text] = lesson.split(/^---$/m);
  const choices = [...head!.matchAll(/^ {2}- id: (\w+)$/gm)].map(([, id]) => id);
  expect(choices.length).toBeGreaterThan(1);
  expect(choices).toContain(/^answer: (\w+)$/m.exec(head!)?.[1]);
  expect([...text!.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(['Predict', 'Reveal', 'Explain', 'Try next']);
});

test('a study that is written wrongly is a bug with the place in it', async () => {
  await expect(loadDemos(join(import.meta.dirname, '../../fixtures/demos-wrong'))).rejects.toThrow(/script/);
});
