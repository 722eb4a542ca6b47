/**
 * What each capture is to forms, plans, screens and the command line. What it does is in electron/engine/captures/; what it is called, in
 * the catalogue under `capture`.
 */
import { SETTINGS } from './settings.ts';
import { type Capture, defaultOf } from './setup.ts';

export type CaptureKind = Capture['kind'];

export interface CaptureFacts {
  /** What a session has of it: a profile, ticks, levels of memory, or nothing but figures (`CapturedFigure`). Null: it records nothing. */
  readonly yields: 'profile' | 'ticks' | 'leak' | 'figures' | null;
  /** What its profiles are of, where it takes any. */
  readonly profiles?: readonly string[];
  /** What it needs of the target: that we start its Node ourselves, to have the agent in its processes, or to get into them by their inspector; null: nothing. */
  readonly needs: 'start' | 'agent' | 'inside' | null;
  /** It looks again and again at which code is running, so that the drawing of the plan has its samples. */
  readonly samples?: true;
  /** What it reads when the script has ended takes long enough to be a state of the run. */
  readonly readsAfterExit?: true;
  /** The load is its own: a run that has it is none of a comparison. */
  readonly isAlone?: true;
  /** Which of its profiles are not of requests: how much such a one holds says nothing of a run with more or fewer of them. */
  readonly perRun?: readonly string[];
}

/** In the order in which they are offered. */
const DECLARED = {
  cpu: { yields: 'profile', profiles: ['cpu'], needs: 'inside', samples: true },
  heap: { yields: 'profile', profiles: ['allocated', 'alive'], needs: 'agent', perRun: ['alive'] },
  ticks: { yields: 'ticks', needs: 'start', samples: true, readsAfterExit: true },
  leak: { yields: 'leak', needs: 'inside', isAlone: true },
  none: { yields: null, needs: null },
} as const satisfies { readonly [K in CaptureKind]: CaptureFacts };

export const CAPTURES: { readonly [K in CaptureKind]: CaptureFacts } = DECLARED;
export const CAPTURE_KINDS = Object.keys(CAPTURES) as readonly CaptureKind[];

/** What a profile is of. */
export type ProfileKind = {
  [K in CaptureKind]: (typeof DECLARED)[K] extends { readonly profiles: readonly (infer P)[] } ? P : never;
}[CaptureKind];
export const PROFILE_KINDS = CAPTURE_KINDS.flatMap((kind) => (CAPTURES[kind].profiles ?? []) as readonly ProfileKind[]);

/** Of those, what can be divided by the requests of a run, so that two runs compare. */
export const COMPARED_KINDS = PROFILE_KINDS.filter((kind) => CAPTURE_KINDS.every((one) => !CAPTURES[one].perRun?.includes(kind)));

/** What of it all of several runs have profiles of, by what each of them has. */
export function commonKinds(runs: readonly (readonly ProfileKind[])[]): readonly ProfileKind[] {
  return COMPARED_KINDS.filter((kind) => runs.every((kinds) => kinds.includes(kind)));
}

/** The one that samples the running code: every view of CPU time is of its profiles. */
export const CPU_CAPTURE = 'cpu' satisfies ProfileKind;
export type CpuCapture = Extract<Capture, { readonly kind: typeof CPU_CAPTURE }>;

export const NO_CAPTURE: Capture = { kind: 'none' };

/** What the profiled runs of a comparison can have. */
export const RECORDING_KINDS = CAPTURE_KINDS.filter((kind) => recordsAnything(kind) && !isAlone(kind));

export function recordsAnything(kind: CaptureKind): boolean {
  return CAPTURES[kind].yields !== null;
}

export function isAlone(kind: CaptureKind): boolean {
  return CAPTURES[kind].isAlone === true;
}

/** Null: it takes no samples of CPU. */
export function cpuCaptureOf(capture: Capture): CpuCapture | null {
  return capture.kind === CPU_CAPTURE ? capture : null;
}

/** Of memory: a sample for each so many bytes. */
export const HEAP_KINDS = DECLARED.heap.profiles;
export type HeapKind = (typeof HEAP_KINDS)[number];

export function isHeapKind(kind: ProfileKind): kind is HeapKind {
  return (HEAP_KINDS as readonly ProfileKind[]).includes(kind);
}

/** The one that samples what is allocated. */
export const HEAP_CAPTURE = 'heap' satisfies CaptureKind;
export type HeapCapture = Extract<Capture, { readonly kind: typeof HEAP_CAPTURE }>;

/** Whether a run takes a profile, but none that is of requests. */
export function isOnlyAlive(capture: Capture): boolean {
  return capture.kind === HEAP_CAPTURE && capture.alive;
}

/** Whether V8 inlines functions in a run, as it does where nobody asks for less. */
export function inlines(capture: Capture): boolean {
  return capture.kind !== HEAP_CAPTURE || capture.inlining;
}

/** The one that looks for a leak. */
export type LeakCapture = Extract<Capture, { readonly kind: 'leak' }>;

/** Null: no leak is looked for. */
export function leakCaptureOf(capture: Capture): LeakCapture | null {
  return capture.kind === 'leak' ? capture : null;
}

/** Whether a run records when each request was in the server. */
export function recordsSpans(capture: Capture): boolean {
  const cpu = cpuCaptureOf(capture);
  return cpu !== null && (cpu.spans || cpu.byRequest);
}

/** Whether each sample of a run is of a request, or of none. */
export function attributesSamples(capture: Capture): boolean {
  return cpuCaptureOf(capture)?.byRequest ?? false;
}

/** Whether a run could have recorded what its requests waited for, and was asked not to. */
export function leavesOutWaits(capture: Capture): boolean {
  const cpu = cpuCaptureOf(capture);
  return cpu?.byRequest === true && !cpu.waits;
}

/** Whether nobody has said that what a server waits for is not to be recorded. */
export function asksForWaits(capture: Capture): boolean {
  return cpuCaptureOf(capture)?.waits !== false;
}

/** Whether a run has a second pass, without inlining. */
export function asksExactFrames(capture: Capture): boolean {
  return cpuCaptureOf(capture)?.exactFrames ?? false;
}

/** Whether allocations are sampled beside CPU time. */
export function samplesAllocations(capture: Capture): boolean {
  return cpuCaptureOf(capture)?.allocations ?? false;
}

/** Whether a run finds out what taking its profile costs. */
export function measuresCost(capture: Capture): boolean {
  return cpuCaptureOf(capture)?.measureCost ?? false;
}

/** With its settings as by default. */
export function defaultCapture<K extends CaptureKind>(kind: K): Extract<Capture, { kind: K }> {
  return defaultOf({ ...SETTINGS.capture, default: kind }) as Extract<Capture, { kind: K }>;
}

/** A number that a capture has found out about a thread. */
export interface CapturedFigure {
  /** Kind of the capture, and name of the figure among those of the capture: letters and hyphens. */
  readonly capture: string;
  readonly name: string;
  readonly pid: number;
  /** 0: the main one. */
  readonly thread: number;
  readonly value: number;
  /** As on a scale: "ms", "bytes"; empty for a plain number. */
  readonly unit: string;
}
