/** What each kind of target is to forms, plans and the command line. What it does is in electron/engine/target/. */
import { CAPTURE_KINDS, CAPTURES, type CaptureFacts, type CaptureKind, isAlone } from './captures.ts';
import type { Setup, Target } from './setup.ts';

export interface TargetFacts {
  /** What can be recorded of it, in the order in which that is offered. The first is recorded where one is asked for that cannot be. */
  readonly captures: readonly CaptureKind[];
  /** By us, for the run. */
  readonly isStarted: boolean;
}

export const TARGET_KINDS: { readonly [K in Target['kind']]: TargetFacts } = {
  script: { captures: capturesWith('start', 'agent', 'inside'), isStarted: true },
  command: { captures: capturesWith('agent', 'inside'), isStarted: true },
  group: { captures: capturesWith('agent', 'inside'), isStarted: true },
  url: { captures: capturesWith(), isStarted: false },
  pid: { captures: capturesWith('inside'), isStarted: false },
};

/** Whether a full garbage collection is asked for before and after the measured phase. */
export function collectsGarbage({ target, capture, collectGarbage }: Pick<Setup, 'target' | 'capture' | 'collectGarbage'>): boolean {
  return collectGarbage && TARGET_KINDS[target.kind].isStarted && !isAlone(capture.kind);
}

/** Those that need no more than this. */
function capturesWith(...has: readonly CaptureFacts['needs'][]): readonly CaptureKind[] {
  return CAPTURE_KINDS.filter((kind) => CAPTURES[kind].needs === null || has.includes(CAPTURES[kind].needs));
}

/** The capture itself, if it can be had of such a target. */
export function possibleCapture(kind: Target['kind'], capture: CaptureKind): CaptureKind {
  const { captures } = TARGET_KINDS[kind];
  return captures.includes(capture) ? capture : captures[0]!;
}
