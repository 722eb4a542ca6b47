/** Names and words of others on the terminal and on paper: shown, never run, nothing raw. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { journalSession } from '../../electron/engine/sessions/journal.ts';
import { writeSession } from '../../electron/engine/sessions/session-file.ts';
import { showHidden } from '../../shared/base/show-hidden.ts';
import { CPU_OF_MAIN_THREAD } from '../../shared/model/profile/profile.ts';
import type { RecordingEntry } from '../../shared/session/entries.ts';
import { loopscope } from '../helpers/command.ts';
import { PAYLOADS, RAW_CONTROL } from '../helpers/payloads.ts';
import { record, temporaryFolder } from '../helpers/session-dir.ts';
import { syntheticEntries } from '../helpers/synthetic-recording.ts';
import { v8ProfileOf } from '../helpers/v8-profile.ts';
import { messageOf, verbatim } from '../helpers/worded.ts';

const dir = temporaryFolder();
const session = join(dir, 'hostile.loopscope');
const profile = join(dir, '\u001b]0;owned\u0007\u202ename.cpuprofile');
const ALL = PAYLOADS.join(' ');

/** A session that says the payloads wherever it says anything. */
function* hostileEntries(): Generator<RecordingEntry> {
  for (const entry of syntheticEntries({ seed: 8, seconds: 1, rowsPerSecond: 50 })) {
    if (entry.type === 'header') {
      const { header } = entry;
      const setup = {
        ...header.setup,
        target: { ...header.setup.target, script: `/srv/${PAYLOADS[36]}${PAYLOADS[38]}.js`, args: [...PAYLOADS] },
      };
      yield { type: 'header', header: { ...header, setup, name: ALL.slice(0, 900), command: `loopscope run ${ALL}` } };
    } else yield entry;
  }
  for (const message of PAYLOADS) yield { type: 'warning', says: verbatim(message) };
  yield { type: 'output', stream: 'stdout', text: `${ALL}\n`, at: 2e6 };
  yield { type: 'notes', text: ALL };
  const slice = v8ProfileOf(PAYLOADS.map((name) => ['handler', name]));
  yield {
    type: 'slice',
    pid: 99,
    ...CPU_OF_MAIN_THREAD,
    intervalUs: 1_000,
    profile: { ...slice, startTime: 1.2e6, endTime: 1.2e6 + slice.endTime },
  };
}

beforeAll(async () => {
  mkdirSync(dir, { recursive: true });
  const { recording, journal } = await record(join(dir, 'recording'), hostileEntries());
  const written = await writeSession(journalSession(journal, recording), session, { overwrite: false });
  if (!written.ok) throw new Error(messageOf(written.failure));
  await journal.close();
  writeFileSync(profile, JSON.stringify(v8ProfileOf(PAYLOADS.map((name) => ['handler', name]))));
});

test.each([
  ['show', 'session'],
  ['show --json', 'session'],
  ['show --table heavy', 'profile'],
  ['show --json', 'profile'],
  ['export --format html -o -', 'session'],
  ['export --format markdown -o -', 'session'],
  ['export --format collapsed -o -', 'profile'],
  ['export --format speedscope -o -', 'profile'],
])('%s of a hostile %s prints no control characters', async (command, kind) => {
  const [name = '', ...flags] = command.split(' ');
  const { code, stdout, stderr } = await loopscope(name, kind === 'session' ? session : profile, ...flags);
  expect({ code, stderr: RAW_CONTROL.test(stderr) }).toEqual({ code: 0, stderr: false });
  expect(RAW_CONTROL.exec(stdout)).toBeNull();
  expect(stdout.length).toBeGreaterThan(100);
});

test('an HTML report contains none of the injected elements and no script', async () => {
  const { stdout } = await loopscope('export', session, '--format', 'html', '-o', '-');
  expect(stdout).not.toMatch(/<(script|img|iframe|object|video|form|input|math|animate|source|body onload)\b/i);
  expect(stdout).not.toMatch(/<[^>]*\son\w+\s*=/i);
  for (const name of ['__proto__', 'hasOwnProperty', showHidden('\u202egnp.exe')]) expect(stdout).toContain(name);
});

test('messages about arguments, missing files and failing scripts send no control sequences to the terminal', async () => {
  const evil = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e';
  for (const args of [
    ['show', join(dir, `${evil}.loopscope`)],
    ['show', session, `--${evil}`],
    [evil],
    ['run', join(dir, `${evil}.js`), '-a', '1'],
    ['run', session, '-a', '1', '--fail-if', evil],
    ['compare', join(dir, `${evil}.js`), '--one-look', '-a', '1'],
  ]) {
    const { code, stdout, stderr } = await loopscope(...args);
    expect(code).not.toBe(0);
    expect(RAW_CONTROL.exec(`${stdout}${stderr}`)).toBeNull();
    expect(`${stdout}${stderr}`).toContain('\\u001b]0;owned\\u0007');
  }
});

test('control sequences in the output of a script that crashed are shown as escapes', async () => {
  const script = join(dir, 'dies.cjs');
  writeFileSync(script, `process.stderr.write(${JSON.stringify(`Error: \u001b]0;owned\u0007\u001b[2J\u202e\n`)}); process.exit(1);`);
  const { code, stdout, stderr } = await loopscope('run', script, '-a', '1');
  expect(code).toBe(1);
  expect(RAW_CONTROL.exec(`${stdout}${stderr}`)).toBeNull();
  expect(`${stdout}${stderr}`).toContain('\\u001b[2J');
});
