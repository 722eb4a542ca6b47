// The trivial server, which also takes its own CPU time (meter.mjs).
import { createServer } from 'node:http';
import { createMeter } from './meter.mjs';

const meter = createMeter(20_000, 100_000);
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/plain');
  response.end('hello world');
  meter();
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
