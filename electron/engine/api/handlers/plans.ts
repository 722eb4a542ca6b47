/** Request plans from files, and from recordings of browsers. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { FailureError, fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import { type Har, planOfHar } from '../../../../shared/plan/har.ts';
import { MOST_PLAN_TEXT } from '../../../../shared/plan/limits.ts';
import { writePlan } from '../../../../shared/plan/write-plan.ts';
import { say } from '../../../../shared/words/said.ts';
import { foreignFiles } from '../../foreign/foreign-files.ts';
import type { HandlersOf } from './handler-types.ts';

export const planHandlers: HandlersOf<'plan'> = {
  'plan.open': ({ path }) => readPlanText(path),
  'plan.har': async ({ path }) => {
    const har = await readHarFile(path);
    return har.ok ? succeed({ hosts: har.value.hosts, leftOut: har.value.leftOut }) : har;
  },
  'plan.of-har': async ({ path, choice }) => {
    const har = await readHarFile(path);
    if (!har.ok) return har;
    const { plan, notes } = planOfHar(har.value, choice);
    const text = writePlan(plan);
    if (text.length > MOST_PLAN_TEXT) return fail('too-large', say('plan.tooLong', { limit: MOST_PLAN_TEXT }));
    return succeed({ text, notes });
  },
};

/** Right or wrong: whoever opens it can mend it. */
async function readPlanText(path: string): Promise<Outcome<{ readonly text: string }>> {
  try {
    const about = await stat(path);
    // Opening a pipe would wait for a writer.
    if (!about.isFile()) return fail('file-unreadable', say('file.notAFile', { path }), say('file.chooseFile'));
    if (about.size > MOST_PLAN_TEXT) return fail('too-large', say('plan.fileTooLarge', { name: basename(path), limit: MOST_PLAN_TEXT }));
    return succeed({ text: decode(await readFile(path)) });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return fail('damaged', say('plan.notUtf8', { name: basename(path) }));
    return fail('file-unreadable', say('file.unreadable', { path, code: String(code) }), say('file.checkPermissions'));
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

async function readHarFile(path: string): Promise<Outcome<Har>> {
  try {
    return succeed(await foreignFiles.read(path, (ask) => ask('har', { path })));
  } catch (error) {
    if (error instanceof FailureError) return { ok: false, failure: error.failure };
    throw error;
  }
}
