/** Has V8 inline no function into its caller. Records nothing: it changes what others see. */
import { NO_INLINING_VARIABLE } from '../agent/protocol.ts';
import { type CapturePort, launchOnly } from './capture-port.ts';

/** By the agent, which is in every process of a command, too: Node refuses V8's flags for it in NODE_OPTIONS. */
export const noInlining: CapturePort = launchOnly('no-inlining', [{ name: NO_INLINING_VARIABLE, value: '1' }]);
