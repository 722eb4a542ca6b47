/** Comparisons from strangers: each is refused with a sentence, as single runs are. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFile } from '../../electron/engine/sessions/session-file.ts';
import type { FailureCode } from '../../shared/model/failure.ts';
import { SESSION_FORMAT } from '../../shared/session/entries.ts';
import { type RawPart, repack } from '../helpers/repack.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { worded } from '../helpers/worded.ts';

const good = join(import.meta.dirname, '../fixtures/sessions/format-2-comparison.loopscope');
const bad = join(temporaryFolder(), 'bad.loopscope');

type Change = (parts: RawPart[]) => RawPart[];
// biome-ignore lint/suspicious/noExplicitAny: these edits make what no schema allows
const inManifest = (edit: (manifest: any) => void, name = 'manifest.json'): Change => {
  return (parts) =>
    parts.map((part) => {
      if (part.name !== name) return part;
      const manifest = JSON.parse(part.content.toString());
      edit(manifest);
      return { ...part, content: Buffer.from(JSON.stringify(manifest)) };
    });
};
const without =
  (prefix: string): Change =>
  (parts) =>
    parts.filter(({ name }) => !name.startsWith(prefix));
const renamed =
  (from: string, to: string): Change =>
  (parts) =>
    parts.map((part) => ({ ...part, name: part.name.replace(from, to) }));

const CASES: Record<string, [Change, FailureCode, RegExp]> = {
  'a run that is missing': [without('runs/02/'), 'damaged', /runs\/02\/\w+\.\w+ is missing/],
  'a run without rows': [without('runs/01/requests.bin'), 'damaged', /requests\.bin is missing/],
  'a run cut short': [
    (parts) => parts.map((part) => (part.name === 'runs/00/requests.bin' ? { ...part, content: part.content.subarray(0, 64) } : part)),
    'damaged',
    /requests\.bin has 64 bytes/,
  ],
  'a run of a variant that does not exist': [inManifest((m) => (m.passes[1].variant = 4)), 'damaged', /of a variant that does not exist/],
  'runs in another order': [inManifest((m) => m.passes.reverse()), 'damaged', /its run 0 has the index 5/],
  'one variant': [inManifest((m) => m.comparison.setup.variants.pop()), 'damaged', /manifest\.json is not what/],
  'an extra key': [inManifest((m) => (m.passes[0].command = 'rm')), 'damaged', /manifest\.json is not what/],
  'no kind': [inManifest((m) => delete m.kind), 'damaged', /manifest\.json is not what/],
  'a comparison as a run': [inManifest((m) => (m.kind = 'run')), 'damaged', /manifest\.json is not what/],
  'a comparison in a comparison': [
    inManifest((m) => (m.kind = 'comparison'), 'runs/00/manifest.json'),
    'damaged',
    /manifest\.json is not what/,
  ],
  'a newer run': [inManifest((m) => (m.format = SESSION_FORMAT + 1), 'runs/00/manifest.json'), 'newer-version', /it has format \d+/],
  'a folder of folders': [renamed('runs/00/', 'runs/00/runs/00/'), 'not-a-session', /holds "runs\/00\/runs/],
};

test.each(Object.entries(CASES))('%s', async (_name, [make, code, sentence]) => {
  await repack(good, bad, make);
  const opened = await openFile(bad);
  expect(worded(opened)).toMatchObject({ ok: false, failure: { code, message: expect.stringMatching(sentence) } });
});

test('opens a file that was unpacked and packed again', async () => {
  await repack(good, bad, (parts) => parts);
  expect(await openFile(bad)).toMatchObject({ ok: true, value: { kind: 'comparison' } });
});
