// Computes for about 2 ms per request, plus `EXTRA_PERCENT` if given. The work is a fixed count, not a time.
import { createServer } from 'node:http';

const STEPS = 200_000;
const steps = Math.round(STEPS * (1 + Number(process.env.EXTRA_PERCENT ?? 0) / 100));
let state = 1;

const server = createServer((_request, response) => {
  for (let step = 0; step < steps; step++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  response.end(String(state));
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
