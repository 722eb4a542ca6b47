import { useSyncExternalStore } from 'react';
import { bridge, type Connection } from '../bridge.ts';

export function useConnection(): Connection {
  return useSyncExternalStore(
    (listener) => bridge.onConnection(listener),
    () => bridge.connection,
  );
}
