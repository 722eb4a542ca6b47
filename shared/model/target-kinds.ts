/** What each kind of target is to forms, plans and the command line. What it does is in electron/engine/target/. */
import { CAPTURE_KINDS, type CaptureKind } from './captures.ts';
import type { Target } from './setup.ts';

export interface TargetFacts {
  /** What can be recorded of it, in the order in which that is offered. The first is recorded where one is asked for that cannot be. */
  readonly captures: readonly CaptureKind[];
}

export const TARGET_KINDS: { readonly [K in Target['kind']]: TargetFacts } = {
  script: { captures: CAPTURE_KINDS },
  command: { captures: ['cpu', 'none'] },
  group: { captures: ['cpu', 'none'] },
  url: { captures: ['none'] },
  pid: { captures: ['cpu', 'none'] },
};

/** The capture itself, if it can be had of such a target. */
export function possibleCapture(kind: Target['kind'], capture: CaptureKind): CaptureKind {
  const { captures } = TARGET_KINDS[kind];
  return captures.includes(capture) ? capture : captures[0]!;
}
