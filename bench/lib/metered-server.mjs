// The trivial server, which also takes its own CPU time: of requests 20,001 to 100,000, as microseconds per request, into the file METER_FILE.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const FROM = 20_000;
const TO = 100_000;

let count = 0;
let before;
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/plain');
  response.end('hello world');
  count += 1;
  if (count === FROM) before = process.cpuUsage();
  if (count === TO) {
    // The whole process: the main thread, V8's threads, the sampling thread of the profiler and the agent's own.
    const { user, system } = process.cpuUsage(before);
    writeFileSync(process.env.METER_FILE, String((user + system) / (TO - FROM)));
  }
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
