/** Keeps V8 from inlining functions. Records nothing itself: it changes what other captures record. */
import { NO_INLINING_VARIABLE } from '../agent/protocol.ts';
import { type CapturePort, launchOnly } from './capture-port.ts';

/** Set by the agent, which also reaches the processes of a command: Node refuses this flag of V8 in NODE_OPTIONS. */
export const noInlining: CapturePort = launchOnly('no-inlining', [{ name: NO_INLINING_VARIABLE, value: '1' }]);
