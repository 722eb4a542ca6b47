/** Has the agent note when the last request came and the last response ended, which its samples then have. Records nothing by itself. */
import { RESPONSES_VARIABLE } from '../agent/protocol.ts';
import { type CapturePort, launchOnly } from './capture-port.ts';

export const watchesResponses: CapturePort = launchOnly('responses', [{ name: RESPONSES_VARIABLE, value: '1' }]);
