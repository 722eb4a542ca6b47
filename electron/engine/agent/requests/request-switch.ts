/** How the agent's thread lets the observer of requests in the main thread rest, and go on (request-observer.ts). */
export const SWITCH_NAME = 'loopscope.agent.requests';

/** Evaluated in the main thread. A process without the observer has nothing to switch. */
export const observeExpression = (isOn: boolean): string => `void globalThis[Symbol.for('${SWITCH_NAME}')]?.(${isOn})`;
