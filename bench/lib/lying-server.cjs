// A server that misbehaves as it is told to (LIES, JSON: see lies.ts), and writes down which requests it took and which got a whole
// response (LOG, one line each, written before anything else happens, so that it survives any end of the process):
//
//   a ID TIME    the request came        b ID TIME    a part of the response was written
//   f ID TIME    the response was handed to the system as a whole        s 0 TIME    the server began to listen (again)
//
// TIME is the monotonic clock of the machine in ms.
const { openSync, writeSync } = require('node:fs');
const http = require('node:http');
const { fork } = require('node:child_process');
const { Worker } = require('node:worker_threads');

const lies = JSON.parse(process.env.LIES);
const log = openSync(process.env.LOG, 'a');
const now = () => Number(process.hrtime.bigint()) / 1e6;
const note = (what, id) => writeSync(log, `${what} ${id} ${now().toFixed(3)}\n`);

if (lies.restarts && !process.send) supervise();
else serve();

/** Starts the server again whenever it ends, on the port that it had. */
function supervise() {
  let port = 0;
  const start = () => {
    const child = fork(__filename, [], { env: { ...process.env, PORT: String(port) } });
    child.on('message', (its) => {
      port = its;
    });
    child.on('exit', () => setTimeout(start, lies.restarts.pauseMs));
    process.once('SIGTERM', () => process.exit());
  };
  start();
}

function serve() {
  let begun = null;
  let count = 0;
  const since = () => now() - begun;
  const idOf = () => `${process.pid}-${++count}`;
  const slots = { free: lies.pool?.slots ?? 0, line: [] };
  const sleeper = lies.sleepsInThread ? makeSleeper() : null;

  const server = http.createServer((request, response) => {
    const id = idOf();
    note('a', id);
    if (begun === null) begin();
    response.on('finish', () => note('f', id));
    answer(id, request, response);
  });

  function begin() {
    begun = now();
    const at = (ms, what) => setTimeout(what, ms);
    if (lies.crashAt !== undefined) at(lies.crashAt, () => process.exit(1));
    if (lies.stopAt !== undefined) at(lies.stopAt, () => process.kill(process.pid, 'SIGSTOP'));
    if (lies.spin)
      at(lies.spin.at, () => {
        const end = now() + lies.spin.ms;
        while (now() < end);
      });
    if (lies.refusesFrom !== undefined) at(lies.refusesFrom, () => server.close());
  }

  function answer(id, request, response) {
    const within = (window) => window !== undefined && since() >= window.from && (window.to === null || since() < window.to);
    if (within(lies.hang)) {
      if (lies.hang.to !== null) setTimeout(() => response.end('late'), lies.hang.to - since());
      return;
    }
    if (within(lies.reset)) return void request.socket.destroy();
    if (lies.oneIn && count % lies.oneIn === 0) return;
    if (lies.halfBodyOneIn && count % lies.halfBodyOneIn === 0) {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('x'.repeat(500));
      note('b', id);
      return;
    }
    const slow = within(lies.slow) || (lies.slowRoute && request.url.startsWith('/slow'));
    const ms = lies.serviceMs * (0.5 + ((count * 7919) % 100) / 100) + (slow ? lies.slowMs : 0);
    const done = () => response.end('ok');
    if (sleeper) sleeper(ms, done);
    else if (lies.pool) takeSlot(ms, done);
    else setTimeout(done, ms);
  }

  /** A pool whose slots are sometimes not given back. */
  function takeSlot(ms, done) {
    if (slots.free === 0) return void slots.line.push([ms, done]);
    slots.free--;
    setTimeout(() => {
      done();
      if (lies.pool.leaksOneIn && count % lies.pool.leaksOneIn === 0) return;
      slots.free++;
      const next = slots.line.shift();
      if (next) takeSlot(...next);
    }, ms);
  }

  server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
    note('s', 0);
    process.send?.(server.address().port);
  });
}

/** A thread that sleeps as a blocked database driver does; its requests wait in line. */
function makeSleeper() {
  const code = `const { parentPort } = require('node:worker_threads');
    const flag = new Int32Array(new SharedArrayBuffer(4));
    parentPort.on('message', ([n, ms]) => { Atomics.wait(flag, 0, 0, ms); parentPort.postMessage(n); });`;
  const worker = new Worker(code, { eval: true });
  worker.unref();
  const waiting = new Map();
  let last = 0;
  worker.on('message', (n) => {
    waiting.get(n)();
    waiting.delete(n);
  });
  return (ms, done) => {
    waiting.set(++last, done);
    worker.postMessage([last, ms]);
  };
}
