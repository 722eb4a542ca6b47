/** How the agent's thread lets the observer of requests in the main thread rest, and go on (request-observer.ts). */
export const SWITCH_NAME = 'loopscope.agent.requests';

/** Evaluated in the main thread. A process without the observer has nothing to switch. */
const observer = `globalThis[Symbol.for('${SWITCH_NAME}')]`;

export const observeExpression = (isOn: boolean): string => `void ${observer}?.switchTo(${isOn})`;

/** What is not over when a recording ends is told as far as it is known. */
export const flushExpression = `void ${observer}?.flush()`;
