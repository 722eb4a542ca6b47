/** Makes the agent add to its samples when the last request arrived and the last response ended. Records nothing by itself. */
import { RESPONSES_VARIABLE } from '../agent/protocol.ts';
import { type CapturePort, launchOnly } from './capture-port.ts';

export const watchesResponses: CapturePort = launchOnly('responses', [{ name: RESPONSES_VARIABLE, value: '1' }]);
