/**
 * The drawing of what is about to happen, as boxes and lines:
 *
 *   start | warm-up |        measured        | stop
 *         |  ====   | ===== === ==== ======  |        one lane for each connection, one bar for each request
 *         |         | ||||||||||||||||||||||| |        samples of the capture
 */
import { CAPTURES } from '../../../shared/model/captures.ts';
import { connectionsOf } from '../../../shared/model/load-models.ts';
import { captureOf, type SetupForm, toSetup } from '../../state/setup-form.ts';

export interface PlanDrawing {
  readonly phases: readonly { readonly name: 'start' | 'warmup' | 'measure' | 'stop'; readonly x: number; readonly width: number }[];
  readonly bars: readonly { readonly x: number; readonly y: number; readonly width: number; readonly measured: boolean }[];
  /** x of each sample. */
  readonly samples: readonly number[];
  /** Of the load; there are not as many lanes if they are many. */
  readonly connections: number;
  readonly lanes: number;
  readonly lanesHeight: number;
}

/** More would be grey; the caption tells the number. */
const MOST_LANES = 8;
const LANE = 7;
const EDGE = 34;
/** Room for its name beside that of the start. */
const LEAST_WARMUP = 56;
const GAP_KEPT = 1.5;
/** A new connection is a visible wait before each request. */
const GAP_NEW = 5;

export function computePlanDrawing(form: SetupForm, width: number): PlanDrawing {
  const room = width - 2 * EDGE;
  const warmup = form.warmupS > 0 ? Math.max(LEAST_WARMUP, room * warmupShare(form)) : 0;
  const phases = [
    { name: 'start' as const, x: 0, width: EDGE },
    ...(warmup > 0 ? [{ name: 'warmup' as const, x: EDGE, width: warmup }] : []),
    { name: 'measure' as const, x: EDGE + warmup, width: room - warmup },
    { name: 'stop' as const, x: width - EDGE, width: EDGE },
  ];
  // While the number is being typed it may be missing.
  const typed = connectionsOf(toSetup(form).load);
  const connections = Number.isFinite(typed) ? typed : 1;
  const lanes = Math.max(1, Math.min(MOST_LANES, Math.round(connections)));
  const gap = form.keepAlive ? GAP_KEPT : GAP_NEW;
  const bars = phases.flatMap(({ name, x, width: wide }) =>
    name === 'warmup' || name === 'measure' ? layBars(lanes, x, wide, gap).map((bar) => ({ ...bar, measured: name === 'measure' })) : [],
  );
  return {
    phases,
    bars,
    samples: CAPTURES[captureOf(form)].samples ? laySamples(EDGE + warmup, room - warmup) : [],
    connections,
    lanes,
    lanesHeight: lanes * LANE,
  };
}

/** True shares would hide a short warm-up before a long measurement; the square root keeps both visible. */
function warmupShare({ warmupS, endBy, durationS }: SetupForm): number {
  const measured = endBy === 'duration' && durationS > 0 ? durationS : 10;
  const [a, b] = [Math.sqrt(warmupS), Math.sqrt(measured)];
  return Math.min(0.6, a / (a + b));
}

/** Lengths vary as answers do, the same at every draw. */
function layBars(lanes: number, from: number, width: number, gap: number): { x: number; y: number; width: number }[] {
  const bars: { x: number; y: number; width: number }[] = [];
  const end = from + width - 2;
  for (let lane = 0; lane < lanes; lane++) {
    for (let x = from + 2, at = 0; x < end - 3; at++) {
      const length = Math.min(end - x, 9 + ((lane * 7 + at * 5) % 11));
      bars.push({ x, y: lane * LANE, width: length });
      x += length + gap;
    }
  }
  return bars;
}

function laySamples(from: number, width: number): number[] {
  return Array.from({ length: Math.floor((width - 4) / 4) }, (_, index) => from + 3 + index * 4);
}
