import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { findWhatGrew } from '../../electron/engine/captures/what-grew.ts';
import { PLANTED, programOf, TICKET } from '../helpers/planted-servers.ts';
import { tellHolders, writeSnapshots } from '../helpers/planted-snapshots.ts';

test.each(['keyed', 'listener', 'block', 'variable of a block', 'variables of a block'])(
  'who keeps what grew is named: %s',
  async (kind) => {
    const leak = PLANTED[kind]!;
    const { paths, requests } = await writeSnapshots(process.execPath, programOf(leak), 300);
    const progress: number[] = [];
    const found = await findWhatGrew(paths, requests, { onProgress: (done) => progress.push(done) });
    expect(tellHolders(found)).toEqual({ heldBy: [leak.heldBy], places: [`leak.cjs:${leak.line}`] });
    const ticket = found.grown.find(({ constructor: of }) => of === 'Ticket')!;
    expect(ticket.countPerRequest).toBe(1);
    expect(JSON.stringify(found)).not.toMatch(/SECRET/);
    expect(progress.length).toBeGreaterThan(5);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  },
);

test('functions that are kept are told with their place', async () => {
  const { paths, requests } = await writeSnapshots(process.execPath, programOf(PLANTED.handlers!), 300);
  const { functions } = (await findWhatGrew(paths, requests)).grown.find(({ constructor: of }) => of === 'Function')!;
  expect(functions[0]).toMatchObject({ name: '', countPerRequest: 1, place: { url: expect.stringMatching(/leak\.cjs$/), line: 3 } });
});

test('reading is given up when it is aborted', async () => {
  const { paths, requests } = await writeSnapshots(process.execPath, programOf(PLANTED.array!), 50);
  const abort = new AbortController();
  const found = findWhatGrew(paths, requests, { signal: abort.signal, onProgress: () => abort.abort(new Error('enough')) });
  await expect(found).rejects.toThrow('enough');
});

test('a snapshot that cannot be read is refused by its name', async () => {
  const { paths, requests } = await writeSnapshots(process.execPath, programOf(PLANTED.array!), 50);
  await expect(findWhatGrew([paths[0], `${paths[1]}.gone`, paths[2]], requests)).rejects.toMatchObject({
    failure: { says: { key: 'file.missing', params: { path: `${paths[1]}.gone` } } },
  });
});

test('the line of a variable is that of the source that was compiled', async () => {
  const source = [
    'interface Answer { end(text: string): void }',
    '/** Of each request. */',
    TICKET.trim().replace('constructor(n)', 'declare n: number; declare data: number[]; constructor(n: number)'),
    '',
    'const sessions: Map<string, Ticket> = new Map();',
    'export function handle(_: unknown, response: Answer, n: number): void { sessions.set("id-" + n, new Ticket(n)); response.end(""); }',
  ].join('\n');
  const { code: compiled } = transformSync(source, { loader: 'ts', format: 'cjs', sourcemap: 'inline', sourcefile: 'leak.ts' });
  expect(compiled.split('\n').findIndex((line) => line.startsWith('const sessions'))).not.toBe(4);
  const { paths, requests } = await writeSnapshots(process.execPath, compiled, 300);
  expect(tellHolders(await findWhatGrew(paths, requests))).toEqual({ heldBy: ['sessions (Map)'], places: ['leak.ts:5'] });
});
