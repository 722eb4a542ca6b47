// The load process alone, without the rest of the product.
import { fork } from 'node:child_process';
import { pathTo } from './commands.mjs';

/** Loads `url` until `end` (as in a set-up) and returns completed requests per second. The rows are received and only counted. */
export function loadDirectly(url, connections, end) {
  const plan = {
    requests: [{ url, method: 'GET', headers: [], body: '' }],
    load: { model: 'closed', connections, end, warmupS: 0, timeoutS: 10, allowHost: null, keepBodies: true },
    client: { kind: 'loopscope', pipelining: 1, workers: 1, pin: true, keepAlive: true },
  };
  const child = fork(pathTo('dist/engine/load-process.js'), [], { serialization: 'advanced' });
  let completed = 0;
  return new Promise((resolve, reject) => {
    const on = {
      ready: () => child.send({ type: 'order', order: { plan, part: { nth: 0, of: 1 }, firstConnection: 0, url, address: '127.0.0.1' } }),
      warm: () => child.send({ type: 'measure' }),
      started: () => {},
      rows: ({ batch }) => {
        completed += batch.status.reduce((sum, status) => sum + (status === 200 ? 1 : 0), 0);
      },
      answers: () => {},
      finished: ({ at }) => resolve(completed / (at / 1e6)),
      failed: ({ failure }) => reject(new Error(failure.message)),
    };
    child.on('message', (message) => on[message.type](message));
    child.on('exit', () => reject(new Error('the load process ended before it had finished')));
  }).finally(() => child.kill('SIGKILL'));
}
