import { expect, test } from 'vitest';
import { placeKey, placeOfKey, SampledScripts } from '../../../../electron/engine/captures/sampled-scripts.ts';
import type { V8Profile } from '../../../../shared/profile/import/v8-profile.ts';

const node = (scriptId: string, url: string, lineNumber: number, columnNumber = 4): V8Profile['nodes'][number] => ({
  id: 1,
  callFrame: { functionName: 'f', scriptId, url, lineNumber, columnNumber },
  positionTicks: [{ line: lineNumber + 2, ticks: 3 }],
});

test('scripts of one address are told apart by thread and number, and by what V8 says of them at the end', () => {
  const scripts = new SampledScripts();
  scripts.add(1, 0, [node('7', 'file:///srv/page.ts', 3), node('8', 'file:///srv/page.ts', 5), node('7', '', 9), node('9', '', -1)]);
  scripts.add(1, 2, [node('7', 'file:///srv/page.ts', 3)]);
  scripts.tell(1, 0, [{ id: '7', url: '/srv/page.ts', map: 'data:,{}', isEvaluated: true }]);
  const found = scripts.byUrl().get('file:///srv/page.ts')!;
  expect(found.map(({ is }) => (typeof is === 'object' ? is.id : is))).toEqual(['7', 'gone', 'unknown']);
  // What V8 has inlined has no address, and is of the same script.
  expect([...found[0]!.functions].map(placeOfKey)).toEqual([
    { line: 3, column: 4 },
    { line: 9, column: 4 },
  ]);
  expect([...found[0]!.lines]).toEqual([5, 11]);
});

test('Node’s own code and WebAssembly are no scripts of the program', () => {
  const scripts = new SampledScripts();
  scripts.add(1, 0, [node('1', 'node:fs', 3), node('2', 'wasm://wasm/c07d004a', 0)]);
  expect([...scripts.byUrl()]).toEqual([]);
});

test('places of very long lines stay apart from those of the next line', () => {
  expect(placeOfKey(placeKey(2, 20_000_000)).line).toBe(2);
});
