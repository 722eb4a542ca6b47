/** How the agent's thread lets the observer of requests in the main thread rest, and go on (request-observer.ts). */
export const SWITCH_NAME = 'loopscope.agent.requests';

export interface ObserverSwitch {
  switchTo(isOn: boolean): void;
  /** `isLast`: nothing is recorded afterwards. Returns how many names of waits have been told of so far. */
  flush: (isLast: boolean) => number;
}

/** Evaluated in the main thread. A process without the observer has nothing to switch. */
const observer = `globalThis[Symbol.for('${SWITCH_NAME}')]`;

export const observeExpression = (isOn: boolean): string => `void ${observer}?.switchTo(${isOn})`;

/** What is not over when a recording ends is told as far as it is known. */
export const flushExpression = (isLast: boolean): string => `${observer}?.flush(${isLast}) ?? 0`;
