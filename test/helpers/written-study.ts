/** The study that docs/user/WRITE-A-STUDY.md writes, as somebody would who copies its blocks into files. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ROOT } from '../../electron/engine/machine/paths.ts';

const PAGE = readFileSync(join(ROOT, 'docs/user/WRITE-A-STUDY.md'), 'utf8');
const blockOf = (language: string): string => new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, 's').exec(PAGE)![1]!;

export const WRITTEN = { 'server.mjs': blockOf('js'), 'demo.json': blockOf('json'), 'lesson.md': blockOf('markdown') };

/** Its folder, gone when the test has ended, with files changed, or left out (null). */
export function writeStudy(changes: Readonly<Record<string, string | null>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-study-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries({ ...WRITTEN, ...changes })) if (text !== null) writeFileSync(join(folder, name), text);
  return folder;
}

/** `demo.json` with some of it changed. */
export function demoWith(change: (demo: WrittenDemo) => void): string {
  const demo = JSON.parse(WRITTEN['demo.json']) as WrittenDemo;
  change(demo);
  return JSON.stringify(demo, null, 2);
}

interface WrittenDemo {
  [field: string]: unknown;
  variants: { [field: string]: unknown }[];
  comparisons: { [field: string]: unknown }[];
}
