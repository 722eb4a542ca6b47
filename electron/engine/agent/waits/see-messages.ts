/** Sees what the program posts on ports, and what it reads there without waiting for it, as some pools of threads do. */
import threads from 'node:worker_threads';
import { replaceMethod } from './replace-method.ts';

const { apply } = Reflect;

/** Both are called afterwards, with a port. */
export function seeMessages(onPosted: (port: object) => void, onReceived: (port: object) => void): void {
  const tell = (on: (port: object) => void, port: unknown): void => {
    try {
      on(port as object);
    } catch {
      // This message is then not observed.
    }
  };
  replaceMethod(threads.MessagePort.prototype, 'postMessage', (original, port, given) => {
    const result = apply(original, port, given);
    tell(onPosted, port);
    return result;
  });
  replaceMethod(threads, 'receiveMessageOnPort', (original, self, given) => {
    const message = apply(original, self, given);
    if (message !== undefined) tell(onReceived, given[0]);
    return message;
  });
}
