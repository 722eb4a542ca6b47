/** A data folder that cannot be written to is a warning: runs, sessions and the interface go on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Setup } from '../../shared/model/setup/setup.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { type BadFolder, badDisk, fileInstead } from '../helpers/bad-folders.ts';
import { testCases } from '../helpers/cases.ts';
import { scratch, start } from '../helpers/command.ts';
import { planOf } from '../helpers/plans.ts';
import { ProductClient } from '../helpers/product-client.ts';
import { scriptTarget } from '../helpers/script-target.ts';
import { serveProduct } from '../helpers/serve.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';
import { messageOf } from '../helpers/worded.ts';

const SERVER = join(TARGETS_DIR, 'server.cjs');
const WARNING = 'warning: Recent sessions, set-ups and settings are not kept: ';
const MEMORY_ONLY = expect.stringContaining('This run is kept in memory only, until it is saved.');

const countOf = (text: string, words: string): number => text.split(words).length - 1;

async function withFolder(make: (below: string) => BadFolder | null, use: (dataDir: string) => Promise<void>): Promise<void> {
  const bad = make(scratch());
  if (bad === null) return;
  try {
    await use(bad.dir);
  } finally {
    bad.remove();
  }
}

async function runWith(dataDir: string, ...args: string[]): Promise<{ code: number | null; report: ReportDocument; stderr: string }> {
  const { code, stdout, stderr } = await start(['run', SERVER, '-c', '2', '-a', '50', '--json', ...args], { LOOPSCOPE_DATA_DIR: dataDir })
    .ended;
  expect(stderr).not.toMatch(/^ +at /m);
  return { code, report: JSON.parse(stdout) as ReportDocument, stderr };
}

testCases<[string, (below: string) => BadFolder | null]>(
  [['a full disk', (below) => badDisk(below, 'full')]],
  [
    ['a file in its place', fileInstead],
    ['a read-only disk', (below) => badDisk(below, 'read-only')],
  ],
)('%s: a run continues in memory and is saved to the path of -o', async ([_, make]) => {
  await withFolder(make, async (dataDir) => {
    const file = join(scratch(), 'saved.loopscope');
    const { code, report, stderr } = await runWith(dataDir, '-o', file);
    expect(report).toMatchObject({ failure: null, session: file });
    expect(code).toBe(0);
    expect(report.runs[0]!.requests!.completed).toBe(50);
    expect(report.runs[0]!.warnings).toContainEqual(MEMORY_ONLY);
    expect(countOf(stderr, WARNING)).toBe(1);
    const shown = await start(['show', file, '--json'], { LOOPSCOPE_DATA_DIR: dataDir }).ended;
    expect(shown.code).toBe(0);
    expect((JSON.parse(shown.stdout) as ReportDocument).runs).toEqual(report.runs);
  });
});

test('without -o, prints the figures and says that they are not stored', async () => {
  await withFolder(fileInstead, async (dataDir) => {
    const { code, report } = await runWith(dataDir);
    expect(code).toBe(1);
    expect(report.runs[0]!.requests!.completed).toBe(50);
    expect(report.failure).toMatchObject({ code: 'cannot-write', hint: expect.stringContaining('in memory only') });
  });
});

test('the interface opens, reports the problem, runs, and saves elsewhere', { tags: ['long'] }, async () => {
  await withFolder(fileInstead, async (dataDir) => {
    const product = await serveProduct({ dataDir, args: [join(import.meta.dirname, '../fixtures/sessions/format-1.loopscope')] });
    const client = await ProductClient.connect(product.link);
    try {
      expect(messageOf((await client.ask('app.info', {})).dataTrouble!)).toContain('are not kept');
      // For as long as this engine lives what is remembered is there all the same.
      expect((await client.ask('sessions.recent', {})).map(({ name }) => name)).toEqual(['Synthetic run']);
      expect(await client.ask('recordings.list', {})).toEqual([]);
      expect(await client.ask('settings.set', { theme: 'dark' })).toEqual({ theme: 'dark' });
      expect(await client.ask('settings.get', {})).toEqual({ theme: 'dark' });
      const { sessionId } = await client.ask('run.start', { setup: setup(), name: null });
      const saved = await client.until((event) => event.type === 'session.saved' && event.sessionId === sessionId);
      expect(saved).toMatchObject({ path: null, failure: { code: 'cannot-write' } });
      const path = join(scratch(), 'elsewhere.loopscope');
      expect(await client.ask('sessions.save-as', { sessionId, path, overwrite: false })).toEqual({ path });
      expect(readFileSync(path).length).toBeGreaterThan(1_000);
      expect(await client.upload('x.loopscope', readFileSync(path))).toMatchObject({ ok: false, failure: { code: 'cannot-write' } });
    } finally {
      client.close();
      expect(await product.stop()).toBe(0);
    }
    expect(product.output()).not.toMatch(/^ +at |this is a bug/m);
  });
});

function setup(): Setup {
  return {
    target: scriptTarget({ script: SERVER }),
    ...planOf({ connections: 2, end: { by: 'amount', requests: 50 } }),
    capture: { kind: 'none' },
    collectGarbage: false,
  };
}
