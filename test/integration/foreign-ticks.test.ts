/** Ticks that somebody else has recorded: a log of V8 and all that Node and 0x make of it open as what the log itself holds. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ticksToTree from '0x/lib/ticks-to-tree.js';
import { beforeAll, expect, test } from 'vitest';
import { openSession } from '../../electron/engine/sessions/session-file.ts';
import { writeAllSymbols } from '../../electron/engine/ticks/all-symbols.ts';
import { wordSaid } from '../../shared/format/word-said.ts';
import type { TickStacks, Ticks } from '../../shared/model/profile/ticks.ts';
import type { RunRecording } from '../../shared/session/recording.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { loopscopeHere } from '../helpers/command.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';
import { messageOf } from '../helpers/worded.ts';
import { ticksOfLog } from '../helpers/zero-x.ts';

const dir = temporaryFolder();
const log = join(dir, 'log.txt');
const node = process.execPath;
let fromLog: Ticks;
/** Of V8, as 0x knows them. */
const TIERS: Readonly<Record<string, string>> = { Sparkplug: 'Baseline', Maglev: 'Opt' };

beforeAll(async () => {
  await ensureBuilt();
  const recorded = join(dir, 'recorded');
  mkdirSync(recorded);
  // As much time in C++ as in JavaScript.
  const hash = write(
    'hash.cjs',
    "while (process.cpuUsage().user < 1.4e6) require('node:crypto').pbkdf2Sync('a', 'b', 20_000, 64, 'sha512');\n",
  );
  execFileSync(node, ['--prof', `--logfile=${join(recorded, 'v8.log')}`, '--require', join(TARGETS_DIR, 'busy.cjs'), hash], {
    env: { ...process.env, ENDS_AFTER: '700' },
  });
  // Under a name that says nothing.
  copyFileSync(join(recorded, readdirSync(recorded)[0]!), log);
  fromLog = (await open(log)).ticks!;
}, 120_000);

async function open(path: string): Promise<RunRecording> {
  const opened = await openSession(path);
  if (!opened.ok) throw new Error(messageOf(opened.failure));
  expect(opened.value.kind).toBe('profile');
  return opened.value.recording;
}

async function refusal(path: string): Promise<string> {
  const opened = await openSession(path);
  if (opened.ok) throw new Error(`${path} should not open`);
  const { hint } = opened.failure;
  return [messageOf(opened.failure), ...(hint === null ? [] : [wordSaid(hint)])].join(' ');
}

function write(name: string, text: string): string {
  writeFileSync(join(dir, name), text);
  return join(dir, name);
}

/** As Loopscope has Node read it: with all names of functions in C++. */
const processed = (...flags: string[]) =>
  execFileSync(node, ['--require', writeAllSymbols(dir), '--prof-process', ...flags, log], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** Ticks on top of each function, whatever ran at the start; without names of code that has none. */
function selfTicks({ frames, frame, top }: TickStacks): Record<string, number> {
  const ticks = new Map<string, number>();
  Array.from(frame).forEach((index, node) => {
    if (index < 0 || top[node] === 0) return;
    const { name, url, line, tier } = frames[index]!;
    const key = `${tier} ${name} ${url}:${line}`;
    ticks.set(key, (ticks.get(key) ?? 0) + top[node]!);
  });
  return Object.fromEntries(ticks);
}

test.skipIf(process.platform === 'win32')('functions in C++ are called by their names, wherever in Node they are', () => {
  const { frames, frame, top, total } = fromLog.stacks;
  const ofHash = Array.from(frame).reduce((sum, index, node) => {
    const { type, name } = frames[index] ?? { type: 'none', name: '' };
    return sum + (type === 'cpp' && /sha|evp|hmac|pbkdf2|openssl/i.test(name) ? top[node]! : 0);
  }, 0);
  expect(ofHash / total[0]!).toBeGreaterThan(0.3);
});

test('names the Node that read a log and warns that another V8 may have written it', { tags: ['long'] }, async () => {
  const notes = (await open(log)).warnings.map(wordSaid);
  const without = fromLog.total - fromLog.stacks.total[0]!;
  expect(notes.slice(1).join()).toMatch(without === 0 ? /^$/ : new RegExp(`^${without} of its ${fromLog.total} ticks have no stack`));
  expect(notes[0]).toContain(`written by V8 ${process.versions.v8.replace(/-.*$/, '')} and read by Node`);
  expect(fromLog.total).toBeGreaterThan(100);
  const other = write('other.log', readFileSync(log, 'utf8').replace(/^v8-version,\d+/, 'v8-version,99'));
  expect((await open(other)).warnings.map(wordSaid)[1]).toMatch(/^V8 changes the format of its logs/);
});

test('shows library names of a log without control characters', { tags: ['long'] }, async () => {
  const text = readFileSync(log, 'utf8').replace(/^shared-library,"?/gm, '$&/\u202e');
  const { ticks } = await open(write('hidden.log', text));
  expect(ticks!.libraries.length).toBeGreaterThan(0);
  expect(JSON.stringify(ticks)).not.toContain('\u202e');
});

test('the text output of --prof-process gives the same figures as the log, to the tick', async () => {
  const { ticks, warnings } = await open(write('text.txt', `a warning\n${processed()}`));
  const { total, unaccounted, summary, libraries, bottomUp } = fromLog;
  expect(ticks).toMatchObject({ total, unaccounted, summary, libraries, bottomUp });
  expect(warnings).toHaveLength(1);
});

test('ticks are written as the stacks they have, and not as what would need their times', async () => {
  const parse = { name: 'parse /srv/codec.js:14:3', type: 'JS', kind: 'Opt' };
  const file = write('stacks.json', JSON.stringify([[parse], [parse], [parse, { name: '/lib/libc.so.6', type: 'SHARED_LIB' }]]));
  const written = await loopscopeHere('export', file, '--format', 'collapsed', '-o', '-');
  expect(written).toMatchObject({ code: 0, stdout: 'parse 2\nparse;/lib/libc.so.6 [SHARED_LIB] 1\n' });
  const refused = await loopscopeHere('export', file, '--format', 'cpuprofile', '-o', '-');
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('of these samples that is not known') });
});

test('the preprocessed log gives the same stacks as the log', { tags: ['long'] }, async () => {
  const { ticks } = await open(write('preprocessed.json', processed('--preprocess')));
  expect(selfTicks(ticks!.stacks)).toEqual(selfTicks(fromLog.stacks));
  const share = (name: string) => ticks!.summary.find((row) => row.name === name)!.ticks;
  expect(share('JavaScript') + share('C++') + share('Shared libraries') + ticks!.unaccounted).toBe(ticks!.total);
  expect(share('Shared libraries')).toBe(fromLog.summary.find(({ name }) => name === 'Shared libraries')!.ticks);
  expect(ticks!.bottomUp.length).toBeGreaterThan(3);
});

test('a 0x folder opens by its log, or without one by its other files', async () => {
  const folder = join(dir, '1234.0x');
  mkdirSync(folder);
  const stacks = await ticksOfLog(log);
  const trees = ticksToTree(stacks, {
    pathToNodeBinary: node,
    inlined: {},
    mapFrames: (stack) => stack.map((frame) => ({ ...frame, kind: TIERS[frame.kind ?? ''] ?? frame.kind })),
  });
  const page = `\n<html><script> function visualizer() {}\n visualizer(${JSON.stringify(trees)}, {"title":"x"})\n</script></html>`;
  const files = {
    'ticks.json': JSON.stringify(stacks),
    'stacks.7.json': JSON.stringify(trees),
    'flamegraph.html': page,
    'meta.json': '{}',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const fromFolder = (await open(folder)).ticks!;
  expect(fromFolder.total).toBe(fromLog.stacks.total[0]);
  for (const name of ['stacks.7.json', 'flamegraph.html']) expect((await open(join(folder, name))).ticks).toEqual(fromFolder);
  expect(selfTicks((await open(join(folder, 'ticks.json'))).ticks!.stacks)).toEqual(selfTicks(fromFolder.stacks));
  copyFileSync(log, join(folder, 'isolate-0x7-1234-v8.log'));
  expect((await open(folder)).ticks).toEqual(fromLog);
  // Clinic.js has the ticks of 0x, under a name of its own.
  const flame = join(dir, '1.clinic-flame');
  mkdirSync(flame);
  writeFileSync(join(flame, '1.clinic-flame-systeminfo'), '{}');
  writeFileSync(join(flame, '1.clinic-flame-samples'), JSON.stringify([[], ...stacks]));
  const samples = await open(flame);
  expect(samples.ticks!.total).toBe(fromLog.stacks.total[0]);
  const empty = stacks.filter(({ length }) => length === 0).length + 1;
  expect(samples.warnings.map(wordSaid).join()).toMatch(new RegExp(`${empty === 1 ? 'A tick' : `${empty} ticks`} without a stack`));
  const clinic = join(dir, 'clinic');
  for (const name of ['2.clinic-doctor', '1.clinic-flame']) mkdirSync(join(clinic, name), { recursive: true });
  expect(await refusal(clinic)).toContain(`Open ${join(clinic, '1.clinic-flame')}`);
  writeFileSync(join(clinic, '2.clinic-doctor', '2.clinic-doctor-traceevent'), '{}');
  expect(await refusal(join(clinic, '2.clinic-doctor'))).toMatch(
    /Clinic\.js Doctor without a profile of code.*clinic flame --collect-only/,
  );
  const lost = join(dir, '3.clinic-flame');
  mkdirSync(lost);
  writeFileSync(join(lost, '3.clinic-flame-systeminfo'), '{}');
  expect(await refusal(lost)).toMatch(/Clinic\.js Flame without a profile of code/);
  mkdirSync(join(dir, 'empty'));
  expect(await refusal(join(dir, 'empty'))).toMatch(/is a folder without a file of 0x/);
});

test('the message about a damaged file names the place', { tags: ['long'] }, async () => {
  const text = processed();
  expect(await refusal(write('cut.txt', text.slice(0, text.indexOf(' [Bottom up'))))).toMatch(
    /ends before its section "Bottom up \(heavy\) profile"/,
  );
  expect(await refusal(write('head.txt', text.replace(/\(\d+ ticks/, '(many ticks')))).toMatch(/does not say how many ticks/);
  const head = 'v8-version,11,3,244,8,-node.38,0\n';
  expect(await refusal(write('empty.log', `${head}profiler,begin,1000\n`))).toMatch(/has no ticks, though its profiler began/);
  // As --log-code writes it.
  const code = `${head}code-creation,LazyCompile,0,1200,0x1,8,run /srv/a.js:1:1\n`;
  expect(await refusal(write('code.log', code))).toMatch(/a log of V8 in which no profiler began/);
  const pre = '{"code":[{"name":"a","type":"JS"}],"functions":[],"ticks":[{"tm":1,"vm":0,"s":[0,1,7,2]}]}';
  expect(await refusal(write('pre.json', pre))).toMatch(/ticks\[0\]\.s\[2\] is 7, which is none of the 1 pieces/);
  const node = '{"name":"a","value":5,"top":1,"children":[{"name":"b","value":3,"top":3}]}';
  expect(await refusal(write('stacks.json', `{"merged":{},"unmerged":{"children":[${node}]}}`))).toMatch(
    /unmerged\.children\[0\] has 5 ticks, but 1 on top of the stack and 3 in what it called/,
  );
});

test('a library with the name of an option is never passed to a program as an option', { tags: ['long'] }, async () => {
  const evil = write(
    'evil.log',
    readFileSync(log, 'utf8').replace(/^(v8-platform.*)$/m, '$1\nshared-library,"--plugin=/tmp/x.so",0x1,0x2,0'),
  );
  expect((await open(evil)).ticks!.libraries.map(({ name }) => name)).toEqual(fromLog.libraries.map(({ name }) => name));
});
