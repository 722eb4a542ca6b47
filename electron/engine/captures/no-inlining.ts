/** Has V8 inline no function into its caller. Records nothing: it changes what others see. */
import { NO_INLINING_VARIABLE } from '../agent/protocol.ts';
import type { CapturePort } from './capture-port.ts';

export const noInlining: CapturePort = {
  name: 'no-inlining',
  // By the agent, which is in every process of a command, too: Node refuses V8's flags for it in NODE_OPTIONS.
  prepareLaunch: async () => ({ nodeFlags: [], env: [{ name: NO_INLINING_VARIABLE, value: '1' }] }),
  start: async () => {},
  stop: async () => {},
  afterExit: async () => {},
  onProcess: () => {},
  onMessage: () => false,
  onGone: () => {},
};
