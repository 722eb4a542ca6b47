import { expect, test } from 'vitest';
import { findWhatGrew } from '../../electron/engine/captures/what-grew.ts';
import { LEAKS, tellHolders, writeSnapshots } from '../helpers/planted-leaks.ts';

test.each(['keyed', 'listener'])('who keeps what grew is named: %s', async (kind) => {
  const leak = LEAKS[kind]!;
  const { paths, requests } = await writeSnapshots(process.execPath, leak, 300);
  const progress: number[] = [];
  const found = await findWhatGrew(paths, requests, { onProgress: (done) => progress.push(done) });
  expect(tellHolders(found)).toEqual({ heldBy: [leak.heldBy], places: [leak.place] });
  const ticket = found.grown.find(({ constructor: of }) => of === 'Ticket')!;
  expect(ticket.countPerRequest).toBe(1);
  expect(JSON.stringify(found)).not.toMatch(/SECRET/);
  expect(progress.length).toBeGreaterThan(5);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
});

test('functions that are kept are told with their place', async () => {
  const { paths, requests } = await writeSnapshots(process.execPath, LEAKS.handlers!, 300);
  const { functions } = (await findWhatGrew(paths, requests)).grown.find(({ constructor: of }) => of === 'Function')!;
  expect(functions[0]).toMatchObject({ name: '', countPerRequest: 1, place: { url: expect.stringMatching(/leak\.cjs$/), line: 3 } });
});

test('reading is given up when it is aborted', async () => {
  const { paths, requests } = await writeSnapshots(process.execPath, LEAKS.array!, 50);
  const abort = new AbortController();
  const found = findWhatGrew(paths, requests, { signal: abort.signal, onProgress: () => abort.abort(new Error('enough')) });
  await expect(found).rejects.toThrow('enough');
});

test('a snapshot that cannot be read is refused by its name', async () => {
  const { paths, requests } = await writeSnapshots(process.execPath, LEAKS.array!, 50);
  await expect(findWhatGrew([paths[0], `${paths[1]}.gone`, paths[2]], requests)).rejects.toMatchObject({
    failure: { says: { key: 'file.missing', params: { path: `${paths[1]}.gone` } } },
  });
});
