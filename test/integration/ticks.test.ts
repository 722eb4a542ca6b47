/** Classic ticks: what is read of a V8 log is what Node and 0x make of it, and a run that takes them is a whole run. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import ticksToTree from '0x/lib/ticks-to-tree.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { RunController, type RunResult } from '../../electron/engine/experiments/run/run-controller.ts';
import { findProgram } from '../../electron/engine/target/find-program.ts';
import { writeAllSymbols } from '../../electron/engine/ticks/all-symbols.ts';
import { processLog } from '../../electron/engine/ticks/process-log.ts';
import { type Inlined, readInlining } from '../../electron/engine/ticks/read-inlining.ts';
import type { ReadLog } from '../../electron/engine/ticks/read-log.ts';
import { wordSaid } from '../../shared/format/word-said.ts';
import type { TickFrame, TickStacks } from '../../shared/model/profile/ticks.ts';
import type { ScriptTarget } from '../../shared/model/setup/setup.ts';
import type { ZeroXNode } from '../../shared/profile/ticks/import-zero-x.ts';
import { mergeTiers } from '../../shared/profile/ticks/tick-flame.ts';
import type { RecordingEntry } from '../../shared/session/entries.ts';
import { RunRecording } from '../../shared/session/recording.ts';
import { ticksSchema } from '../../shared/session/ticks-schema.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { planOf } from '../helpers/plans.ts';
import { newRunId, specOf, TARGETS_DIR, temporaryFolder } from '../helpers/targets.ts';
import { ticksOfLog } from '../helpers/zero-x.ts';
import { findNode, ownMajor, TARGET_MAJORS } from '../setup/nodes.mjs';

const BUSY = join(TARGETS_DIR, 'busy.cjs');

beforeAll(() => {
  ensureBuilt();
  return useSteadyNm();
});

/**
 * Node reads the names of its own functions from what `nm` prints, up to a megabyte: where a binary has more, what is beyond it is cut off at
 * another place each time, and two readings of one log differ by a tick. With fewer names the place is always the same. Returns how to undo it.
 */
function useSteadyNm(): () => void {
  const { env, platform } = process;
  const nm = findProgram(['nm'], { cwd: process.cwd(), env, platform });
  if (!nm.ok || platform === 'win32') return () => {};
  // All tests of this file need it; `temporaryFolder` is one of a single test.
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-nm-'));
  writeFileSync(join(folder, 'nm'), `#!/bin/sh\n'${nm.value.file}' "$@" | head -n 4000\n`, { mode: 0o755 });
  const path = env.PATH;
  env.PATH = [folder, path].join(delimiter);
  return () => {
    env.PATH = path;
    rmSync(folder, { recursive: true });
  };
}

/** A log as `node --prof` writes it, of a script that computes for a while. */
function makeLog(node: string): { folder: string; log: string; inlining: string } {
  const folder = temporaryFolder();
  const inlining = join(folder, 'inlining.txt');
  const flags = ['--print-opt-source', '--redirect-code-traces', `--redirect-code-traces-to=${inlining}`];
  execFileSync(node, ['--prof', `--logfile=${join(folder, 'v8.log')}`, ...flags, BUSY], { env: { ...process.env, ENDS_AFTER: '500' } });
  return { folder, log: join(folder, readdirSync(folder).find((name) => name.endsWith('.log'))!), inlining };
}

async function readWhole(node: string): Promise<{ read: ReadLog; log: string; inlined: Inlined }> {
  const { log, inlining } = makeLog(node);
  const end = await processLog({ log, node, inlining, window: null });
  if (end.type !== 'read') throw new Error(JSON.stringify(end));
  return { read: end.log, log, inlined: await readInlining(inlining) };
}

const percent = (value: number): string => `${value.toFixed(1)}%`.padStart(7);

/** The lines of a section of Node's text, without its heading. */
function section(text: string, name: string): string[] {
  const [, rest = ''] = text.split(` [${name}]:\n`);
  return rest
    .split('\n [')[0]!
    .split('\n')
    .filter((line) => /^ +\d+ +\d/.test(line));
}

for (const major of TARGET_MAJORS.filter((one) => findNode(one) !== null)) {
  const tags = major === ownMajor ? [] : ['long'];
  describe(`a log of Node ${major}`, { tags }, () => {
    const node = findNode(major)!;
    let read: ReadLog;
    let inlined: Inlined;
    let text: string;
    /** Ticks with a stack, as counted in the log. */
    let withStack: number;

    beforeAll(async () => {
      const whole = await readWhole(node);
      ({ read, inlined } = whole);
      // A tick: address, time, whether and where outside of JavaScript, state, then the stack.
      withStack = readFileSync(whole.log, 'utf8').match(/^tick(,[^,\n]+){5},./gm)?.length ?? 0;
      const args = ['--require', writeAllSymbols(dirname(whole.log)), '--prof-process', whole.log];
      text = execFileSync(node, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1e8 });
    });

    test('has the ticks that its own --prof-process prints when it has all symbols, line by line', () => {
      expect(text).toContain(`(${read.total} ticks, ${read.unaccounted} unaccounted, 0 excluded)`);
      expect(read.total).toBeGreaterThan(50);
      const summary = section(text, 'Summary').filter((line) => !line.endsWith('Unaccounted'));
      expect(
        read.summary.map(
          ({ name, ticks, totalPercent, nonlibPercent }) =>
            `${String(ticks).padStart(7)} ${percent(totalPercent)} ${nonlibPercent === null ? ''.padStart(7) : percent(nonlibPercent)}  ${name}`,
        ),
      ).toEqual(summary);
      expect(
        read.libraries.map(({ name, ticks, totalPercent }) => `${String(ticks).padStart(7)} ${percent(totalPercent)}          ${name}`),
      ).toEqual(section(text, 'Shared libraries'));
      expect(
        read.bottomUp.map(
          ({ name, depth, ticks, parentPercent }) => `${String(ticks).padStart(7)} ${percent(parentPercent)}  ${'  '.repeat(depth)}${name}`,
        ),
      ).toEqual(section(text, 'Bottom up (heavy) profile'));
    });

    test('its call tree adds up, and names the functions of the script with their tiers', () => {
      expect(ticksSchema.safeParse({ node: '', pid: 1, ...read }).error).toBeUndefined();
      const { frames, frame, total } = read.stacks;
      const fibonacci = frames.filter(({ name, url }) => name === 'fibonacci' && url === BUSY);
      expect(fibonacci[0]).toMatchObject({ line: 6, type: 'app', init: false });
      expect(fibonacci.map(({ tier }) => tier)).toContain('optimised');
      expect(frames.some(({ type, name }) => type === 'regexp' && name.includes('o+r.*[0-9]+'))).toBe(true);
      const ofRoot = Array.from(frame).reduce((sum, _, node_) => sum + (read.stacks.parent[node_] === 0 ? total[node_]! : 0), 0);
      expect(ofRoot).toBe(total[0]);
      // While Node starts there is no stack: such a tick is in the tree only if its own address has a name. How long that takes depends on the machine.
      expect(withStack).toBeGreaterThan(0);
      expect(total[0]).toBeGreaterThanOrEqual(withStack);
      expect(total[0]).toBeLessThanOrEqual(read.total);
    });

    test('V8 says which functions it has inlined into which', () => {
      expect(inlined[`wordOf ${BUSY}`]?.map(({ caller }) => caller.key)).toContain(`matchWords ${BUSY}`);
      expect(inlined[`compute ${BUSY}`]?.map(({ caller }) => caller.key) ?? []).not.toContain(`matchWords ${BUSY}`);
    });
  });
}

describe('the tree of 0x', () => {
  const node = process.execPath;
  let stacks: TickStacks;
  let trees: { merged: ZeroXNode; unmerged: ZeroXNode };

  beforeAll(async () => {
    const { read, log } = await readWhole(node);
    stacks = read.stacks;
    trees = ticksToTree(await ticksOfLog(log), { pathToNodeBinary: node, inlined: {}, mapFrames: (stack) => stack });
  });

  /** `name:line:column > ... top/total`, sorted: the same whatever the order of the children. */
  function pathsOfStacks(tree: TickStacks): string[] {
    const names: string[] = [];
    return Array.from(tree.frame, (frame, at) => {
      const above = at === 0 ? '' : names[tree.parent[at]!]!;
      names.push(at === 0 ? '' : `${above} > ${spell(tree.frames[frame]!)}`);
      return `${names[at]} ${tree.top[at]}/${tree.total[at]}`;
    })
      .slice(1)
      .sort();
  }

  function spell({ name, url, line, column, init }: TickFrame): string {
    return `${name}${url === '' ? '' : ` ${url}:${line + 1}:${column + 1}`}${init ? ' [INIT]' : ''}`;
  }

  function pathsOfTree(tree: ZeroXNode, above = ''): string[] {
    return (tree.children ?? []).flatMap((child) => {
      const path = `${above} > ${(child.fn ?? child.name).replaceAll('<anonymous>', '(anonymous)')}`;
      return [`${path} ${child.top}/${child.value}`, ...pathsOfTree(child, path)];
    });
  }

  test('merged over the tiers is the one it merges itself', () => {
    // What V8 has inlined is told apart in neither.
    const whole = { ...stacks, frames: stacks.frames.map((frame) => ({ ...frame, inlined: false })) };
    expect(pathsOfStacks(mergeTiers(whole))).toEqual(pathsOfTree(trees.merged).sort());
  });

  test('without the functions that were inlined has the same ticks', () => {
    const merged = mergeTiers(stacks);
    expect(merged.total[0]).toBe(stacks.total[0]);
    expect(merged.frames.every(({ inlined, tier }) => !inlined && tier === 'none')).toBe(true);
    const hidden = Array.from(stacks.top).reduce(
      (sum, top, at) => sum + (at > 0 && stacks.frames[stacks.frame[at]!]!.inlined ? top : 0),
      0,
    );
    expect(Array.from(merged.top).reduce((sum, top) => sum + top, 0)).toBe(stacks.total[0]! - hidden);
  });
});

test('a log that is none, one of nothing and one without ticks are told apart', { tags: ['long'] }, async () => {
  const folder = temporaryFolder();
  const read = (log: string) => processLog({ log, node: process.execPath, inlining: null, window: null });
  expect(await read(join(folder, 'missing.log'))).toMatchObject({ type: 'failed', why: expect.stringContaining('ENOENT') });
  writeFileSync(join(folder, 'empty.log'), '');
  expect(await read(join(folder, 'empty.log'))).toEqual({ type: 'no-ticks', hasBegun: false });
  writeFileSync(join(folder, 'other.log'), 'tick,0x1,17,nonsense\n');
  expect(['failed', 'read', 'no-ticks']).toContain((await read(join(folder, 'other.log'))).type);
  // The writer was killed in the middle of a line.
  const { log } = makeLog(process.execPath);
  appendFileSync(log, 'tick,0x10dd');
  expect((await read(log)).type).toBe('read');
  expect(await processLog({ log, node: process.execPath, inlining: null, window: null }, 1)).toEqual({
    type: 'time',
    seconds: 0.001,
  });
});

interface Taken {
  readonly result: RunResult;
  readonly recording: RunRecording;
  readonly entries: readonly RecordingEntry[];
  readonly warnings: readonly string[];
}

/** Enough to keep a server busy for longer than the time between two samples of its event loop. */
const REQUESTS = 3_000;

async function run(script: string, target: Partial<ScriptTarget> = {}): Promise<Taken> {
  const recording = new RunRecording();
  const entries: RecordingEntry[] = [];
  const setup = {
    target: { ...specOf(script), ...target },
    ...planOf({ connections: 4, end: { by: 'amount', requests: REQUESTS } }),
    capture: { kind: 'ticks' as const },
    collectGarbage: false,
  };
  const controller = new RunController(newRunId(), setup, {
    record: (entry) => {
      entries.push(entry);
      recording.apply(entry);
    },
    onQuestion: () => false,
    profiles: () => recording.profiles(),
  });
  const result = await controller.result;
  return { result, recording, entries, warnings: recording.warnings.map(wordSaid) };
}

/** Logs are made in folders of the engine, which go when they have been read. */
const foldersLeft = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith(`loopscope-${process.pid}-`));

describe('a run', () => {
  test('has the ticks of its measured phase, and the script does not notice', async () => {
    const { result, recording, entries, warnings } = await run('busy.cjs');
    expect(result).toEqual({ ending: 'completed', failure: null });
    expect(recording.load.completed).toBe(REQUESTS);
    expect(warnings).toEqual([]);
    const ticks = recording.ticks!;
    expect(ticks).toMatchObject({ pid: recording.processes[0]!.pid, node: process.versions.node, intervalUs: 1_000 });
    const { measuring, stopping } = Object.fromEntries(recording.states.map(({ state, at }) => [state, at]));
    // The sampler does not come more often than it is asked to.
    expect(ticks.total).toBeGreaterThan(20);
    expect(ticks.total).toBeLessThan((stopping! - measuring!) / ticks.intervalUs + 50);
    // Node itself starts, and modules are loaded.
    expect(ticks.outside).toBeGreaterThan(5);
    const [js, cpp, , libraries] = ticks.summary.map((row) => row.ticks);
    expect(js! + cpp! + libraries! + ticks.unaccounted).toBe(ticks.total);
    expect(ticks.stacks.frames.some(({ name, type }) => name === 'fibonacci' && type === 'app')).toBe(true);
    expect(recording.states.map(({ state }) => state).slice(-3)).toEqual(['stopping', 'processing', 'done']);
    // V8 prints sources and logs beside it, not into it.
    expect(recording.outputPieces.map(({ text }) => text).join('')).toBe('started\n');
    // Samples of the event loop go on.
    expect(entries.some((entry) => entry.type === 'server')).toBe(true);
    expect(foldersLeft()).toEqual([]);
  });

  test('of a script that has to be killed has them, too', { tags: ['long'] }, async () => {
    const { recording, warnings } = await run('busy.cjs', { env: [{ name: 'KEEPS_ON', value: '1' }] });
    expect(recording.exit).toEqual({ code: null, signal: 'SIGKILL' });
    expect(warnings).toEqual([]);
    expect(recording.ticks!.total).toBeGreaterThan(20);
  });

  test('of a cluster says why there are none, and keeps its other figures', { tags: ['long'] }, async () => {
    const { result, recording, warnings } = await run('cluster.cjs');
    expect([result.ending, recording.load.completed, recording.ticks]).toEqual(['completed', REQUESTS, null]);
    expect(warnings).toEqual([expect.stringMatching(/^The server runs a cluster\./)]);
    expect(foldersLeft()).toEqual([]);
  });

  test('of a script that does not start leaves nothing behind', async () => {
    const { result, recording } = await run('syntax-error.cjs');
    expect([result.ending, recording.ticks]).toEqual(['failed', null]);
    expect(foldersLeft()).toEqual([]);
    expect(existsSync(join(TARGETS_DIR, 'v8.log'))).toBe(false);
  });
});
