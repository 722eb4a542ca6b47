/**
 * The door to autocannon, a file of its own in dist/, which is loaded only when it is the client: it is twenty times as large as the rest of
 * the load process. Only its closed loop is used. Its worker threads report no single requests, its histogram counts whole milliseconds, and its rates come in bursts.
 */
import autocannon from 'autocannon';

export type {
  Client as AutocannonConnection,
  Head as AutocannonHead,
  Options as AutocannonOptions,
  Tracker as AutocannonRun,
} from 'autocannon';

export type StartAutocannon = typeof autocannon;
export const startAutocannon: StartAutocannon = autocannon;
