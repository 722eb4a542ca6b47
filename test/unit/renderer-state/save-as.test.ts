import { expect, test } from 'vitest';
import { savePath } from '../../../renderer/state/save-as.ts';
import type { SessionInfo } from '../../../shared/protocol/contract.ts';

const suggested = (path: string | null, isForeign?: boolean) =>
  savePath({ path, imported: isForeign === undefined ? null : { isForeign } } as SessionInfo);

test('a session is saved where it is; of the file of another tool one is made beside it', () => {
  expect([suggested(null), suggested('/a/run.loopscope'), suggested('/a/kept.loopscope', false)]).toEqual([
    null,
    '/a/run.loopscope',
    '/a/kept.loopscope',
  ]);
  expect(['/a.b/x.cpuprofile', 'C:\\a.b\\stacks', '/logs/1234.0x'].map((path) => suggested(path, true))).toEqual([
    '/a.b/x.loopscope',
    'C:\\a.b\\stacks.loopscope',
    '/logs/1234.loopscope',
  ]);
});
