// Answers every request with a text of PAYLOAD bytes.

import { createServer } from 'node:http';

const text = 'x'.repeat(Number(process.env.PAYLOAD ?? 100));

const server = createServer((_request, response) => response.end(text));

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`answers: http://127.0.0.1:${server.address().port}/`);
});
