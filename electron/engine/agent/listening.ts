import { type EventEmitter, errorMonitor } from 'node:events';
import { type AddressInfo, Server } from 'node:net';
import type { FromAgent } from './protocol.ts';

type Listening = Extract<FromAgent, { type: 'listening' }>;
type ListenFailed = Extract<FromAgent, { type: 'listen-failed' }>;

/**
 * Reports every server that starts to listen, or cannot. http, https and tls servers all come through this one method, also those
 * whose handle belongs to a cluster's primary.
 */
export function observeListening(report: (message: Listening | ListenFailed) => void): void {
  const original = Server.prototype.listen;
  function listen(this: Server, ...args: unknown[]): unknown {
    const onListening = () => {
      this.removeListener(errorMonitor, onError);
      try {
        report(describe(this));
      } catch {
        // A server that hides its address stays unknown.
      }
    };
    // A monitor is called first and changes nothing: an unhandled error still ends the program.
    const onError = (error: NodeJS.ErrnoException & { port?: unknown }) => {
      this.removeListener('listening', onListening);
      report({ type: 'listen-failed', code: String(error.code), port: toPort(error.port) });
    };
    this.once('listening', onListening);
    (this as EventEmitter).once(errorMonitor, onError);
    try {
      return Reflect.apply(original, this, args);
    } catch (error) {
      this.removeListener('listening', onListening);
      this.removeListener(errorMonitor, onError);
      throw error;
    }
  }
  Object.defineProperty(listen, 'length', { value: original.length });
  Server.prototype.listen = listen as typeof original;
}

function describe(server: Server): Listening {
  const address: AddressInfo | string | null = server.address();
  const protocol = protocolOf(server);
  if (typeof address === 'string') return { type: 'listening', protocol, address: null, port: null, socketPath: address };
  return { type: 'listening', protocol, address: address?.address ?? null, port: address?.port ?? null, socketPath: null };
}

function toPort(port: unknown): number | null {
  return typeof port === 'number' && port > 0 ? port : null;
}

/** By what the servers have rather than by class: asking for the class would load tls into programs that do not use it. */
function protocolOf(server: Server): Listening['protocol'] {
  if ('setSecureContext' in server) return 'https';
  return 'httpAllowHalfOpen' in server ? 'http' : 'unknown';
}
