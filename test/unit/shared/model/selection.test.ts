/** Which profiles of a recording a selection means, and how files name them. */
import { describe, expect, test } from 'vitest';
import { type Profile, WORKER_THREADS } from '../../../../shared/model/profile/profile.ts';
import {
  ALL_SAMPLES,
  CPU_TIME,
  isOfPart,
  type ProfileSelection,
  profileSelectionSchema,
  selectProfiles,
} from '../../../../shared/model/profile/selection.ts';
import { fromStored, profilePart, toStored } from '../../../../shared/session/format.ts';
import { drawProfile } from '../profile/draw.ts';

const made = (change: Partial<Profile>): Profile => ({ ...drawProfile('time 0 10\n a'), pid: 1, ...change });

const main = made({});
const worker = made({ thread: 2 });
const other = made({ pid: 7 });
const exact = made({ inlined: false });
const ALL = [main, worker, other, exact];

describe('a selection', () => {
  test.each<[string, Partial<ProfileSelection>, readonly Profile[]]>([
    ['is of all threads as they ran', {}, [main, worker, other]],
    ['of one process', { process: 1 }, [main, worker]],
    ['of main threads', { thread: 0 }, [main, other]],
    ['of worker threads', { thread: WORKER_THREADS }, [worker]],
    ['of the pass without inlining', { inlined: false }, [exact]],
    ['of a unit that there is not', { unit: 'bytes' }, []],
  ])('%s', (_, part, expected) => {
    expect(selectProfiles(ALL, { ...ALL_SAMPLES, ...part })).toEqual(expected);
  });

  test('is of the kind and unit of its first profile, unless it names one', () => {
    const bytes = made({ thread: 1, unit: 'bytes' });
    const later = made({ kind: 'later' as Profile['kind'] });
    expect(selectProfiles([main, bytes, later], ALL_SAMPLES)).toEqual([main]);
    expect(selectProfiles([later, main, bytes], ALL_SAMPLES)).toEqual([later]);
    expect(selectProfiles([later, main, bytes], CPU_TIME)).toEqual([main]);
    expect(selectProfiles([main, bytes], { ...ALL_SAMPLES, thread: 1 })).toEqual([bytes]);
    expect(selectProfiles([main, bytes], { ...ALL_SAMPLES, unit: 'bytes' })).toEqual([bytes]);
  });

  test('of everything is the same list, so that what was made of it is found again', () => {
    const all = [main, worker, other];
    expect(selectProfiles(all, ALL_SAMPLES)).toBe(all);
  });

  test('is a part where it leaves out samples of the run, but not where it is of another pass', () => {
    const requests = { route: null, slowest: 1, failed: false };
    const parts: Partial<ProfileSelection>[] = [{ process: 1 }, { thread: 0 }, { requests }, {}, { inlined: false }];
    expect(parts.map((part) => isOfPart({ ...ALL_SAMPLES, ...part }))).toEqual([true, true, true, false, false]);
  });

  test('travels as it is, and with nothing else', () => {
    expect(profileSelectionSchema.parse(JSON.parse(JSON.stringify(CPU_TIME)))).toEqual(CPU_TIME);
    expect(profileSelectionSchema.safeParse({ ...CPU_TIME, kind: 'exact' }).success).toBe(false);
    expect(profileSelectionSchema.safeParse({ ...CPU_TIME, pid: 1 }).success).toBe(false);
  });
});

describe('a profile in a file', () => {
  test.each([
    [true, 'cpu', 'profiles/1-2.cpuprofile'],
    [false, 'exact', 'profiles/1-2.exactprofile'],
  ])('inlined: %s is of the kind %s, in %s, and is read as it was', (inlined, kind, part) => {
    const source = { pid: 1, thread: 2, kind: 'cpu', inlined, unit: 'microseconds', intervalUs: 1_000 } as const;
    const stored = toStored(source);
    expect(stored).toEqual({ pid: 1, thread: 2, kind, unit: 'microseconds', intervalUs: 1_000 });
    expect(fromStored(stored)).toEqual(source);
    expect(profilePart(source)).toBe(part);
  });
});
