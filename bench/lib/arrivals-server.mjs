// The trivial server, which notes when each request came. `/told?rate=R` says how many came and how much later than R a second they did, and begins again.
import { createServer } from 'node:http';

let came = [];

/** Of the request that is the nth, against an even schedule that none of them was ahead of: the same for every generator, whatever it says of itself. */
function lateness(rate) {
  const due = (nth) => (nth * 1e3) / rate;
  const first = came.reduce((least, at, nth) => Math.min(least, at - due(nth)), Number.POSITIVE_INFINITY);
  const late = Float64Array.from(came, (at, nth) => at - due(nth) - first).sort();
  return { count: late.length, p99: late[Math.ceil(late.length * 0.99) - 1] ?? null };
}

const server = createServer((request, response) => {
  if (request.url.startsWith('/told')) {
    response.end(JSON.stringify(lateness(Number(new URL(request.url, 'http://x').searchParams.get('rate')))));
    came = [];
    return;
  }
  came.push(performance.now());
  response.setHeader('content-type', 'text/plain');
  response.end('hello world');
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
