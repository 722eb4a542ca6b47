/** What other tools make of the files that are written for them: `go tool pprof`, and the code of Firefox Profiler as its command line runs it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '../../../electron/engine/sessions/session-file.ts';
import type { Profile } from '../../../shared/model/profile/profile.ts';
import { ALL_SAMPLES } from '../../../shared/model/profile/selection.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../../shared/profile/tree/call-tree.ts';
import { computeFunctions } from '../../../shared/profile/tree/functions.ts';
import { loopscope } from '../../helpers/command.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SESSION = join(ROOT, 'resources/samples/slow-route.loopscope');
const FIREFOX = join(ROOT, 'node_modules/@firefox-devtools/profiler-cli/dist/profiler-cli.js');
const GO = spawnSync('go', ['version'], { encoding: 'utf8' });

type Totals = Record<string, [self: number, total: number]>;

let profiles: readonly Profile[];
const dir = mkdtempSync(join(tmpdir(), 'loopscope-test-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const pprof = join(dir, 'x.pb.gz');
const firefox = join(dir, 'x.firefox.json');
beforeAll(async () => {
  const opened = await openSession(SESSION);
  if (!opened.ok) throw new Error('The sample does not open');
  profiles = opened.value.recording.profiles(ALL_SAMPLES);
  for (const file of [pprof, firefox]) expect((await loopscope('export', SESSION, '-o', file)).code).toBe(0);
});

/** µs by name, as both tools join functions of one name. */
function totalsByName(): Totals {
  const named = profiles.map((profile) => ({
    ...profile,
    frames: profile.frames.map((frame) => ({ ...frame, url: '', line: -1, column: -1 })),
  }));
  const { rows } = computeFunctions(computeCallTree(named, { ...WHOLE_PROFILE, base: 'wall' }));
  return Object.fromEntries(rows.map((row) => [row.function, [row.self, row.total]]));
}

describe.skipIf(GO.status !== 0)(`go tool pprof ${GO.status === 0 ? '' : '(there is no Go on this machine)'}`, () => {
  test('its table has our functions with our times', () => {
    const { stdout, status } = spawnSync(
      'go',
      ['tool', 'pprof', '-top', '-nodecount=0', '-nodefraction=0', '-edgefraction=0', '-unit=us', pprof],
      {
        encoding: 'utf8',
      },
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Type: wall$/m);
    const theirs: Totals = {};
    for (const line of stdout.split('\n')) {
      const found = /^\s*([\d.]+)(?:us)?\s+[\d.]+%\s+[\d.]+%\s+([\d.]+)(?:us)?\s+[\d.]+%\s{2}(.*)$/.exec(line);
      if (found) theirs[found[3]!] = [Number(found[1]), Number(found[2])];
    }
    const ours = totalsByName();
    expect(Object.keys(theirs).length).toBeGreaterThan(100);
    expect(Object.keys(theirs).sort()).toEqual(Object.keys(ours).sort());
    for (const [name, [self, total]] of Object.entries(ours)) {
      expect(theirs[name]![0], name).toBeCloseTo(self, 0);
      expect(theirs[name]![1], name).toBeCloseTo(total, 0);
    }
  });
});

describe.skipIf(!existsSync(FIREFOX))(`Firefox Profiler ${existsSync(FIREFOX) ? '' : '(its command line is not installed)'}`, () => {
  const session = `loopscope-${process.pid}`;
  const ask = (...args: string[]) =>
    spawnSync(process.execPath, [FIREFOX, ...args], { encoding: 'utf8', env: { PATH: process.env.PATH, HOME: dir } });

  test('its table of functions has our functions with our times', async () => {
    try {
      ask('load', firefox, '--session', session);
      // On a busy machine it gives up waiting for its own process, which is there a little later.
      const list = () => ask('thread', 'functions', '--session', session, '--include-idle', '--json', '--limit', '0');
      let answer = list();
      for (let i = 0; i < 60 && answer.status !== 0; i++) {
        await wait(500);
        answer = list();
      }
      const { weightType, functions } = JSON.parse(answer.stdout) as {
        weightType: string;
        functions: { name: string; selfSamples: number; totalSamples: number }[];
      };
      expect(weightType).toBe('tracing-ms');
      const { rows } = computeFunctions(computeCallTree(profiles, { ...WHOLE_PROFILE, base: 'wall' }));
      const told = (name: string, selfUs: number, totalUs: number) => `${name} ${Math.round(selfUs)} ${Math.round(totalUs)}`;
      const theirs = functions.filter(({ totalSamples }) => totalSamples > 0);
      expect(theirs.map((row) => told(row.name, row.selfSamples * 1e3, row.totalSamples * 1e3)).sort()).toEqual(
        rows
          .filter(({ total }) => total > 0)
          .map((row) => told(row.function, row.self, row.total))
          .sort(),
      );
    } finally {
      ask('stop', session);
    }
  });
});
