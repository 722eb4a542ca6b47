import type { Percent } from '../../../shared/base/units.ts';
import { clientOf } from '../../../shared/model/clients.ts';
import type { RunReport } from '../../../shared/model/report.ts';
import { attributesSamples, CPU_CAPTURE, cpuCaptureOf, defaultCapture, leavesOutWaits } from '../../../shared/model/setup/captures.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { possibleCapture } from '../../../shared/model/setup/target-kinds.ts';

const WHATEVER_IT_COSTS: Percent = 100;

/** The set-up with what follows single requests in the server switched on. Null: that cannot be had of it, or was already. */
export function followingRequests(setup: Setup | null): Setup | null {
  if (setup === null || attributesSamples(setup.capture) || clientOf(setup).tellsPorts !== true || setup.target.kind === 'pid') return null;
  const capture = cpuCaptureOf(setup.capture) ?? cpuCaptureOf(defaultCapture(possibleCapture(setup.target.kind, CPU_CAPTURE)));
  return capture && { ...setup, capture: { ...capture, byRequest: true } };
}

/** The set-up with what requests wait for switched on, and with what that needs, whatever it costs. Null: it cannot be had of it, or was already. */
export function recordingWaits(setup: Setup | null, why: RunReport['waitsUnknown']): Setup | null {
  if (setup === null) return null;
  const given = cpuCaptureOf(setup.capture);
  if (why === 'tooDear') return given && { ...setup, capture: { ...given, byRequestLimit: WHATEVER_IT_COSTS } };
  const followed = leavesOutWaits(setup.capture) ? setup : followingRequests(setup);
  const capture = followed && cpuCaptureOf(followed.capture);
  return capture && { ...followed, capture: { ...capture, waits: true } };
}
