// Server-side rendering as ONE LONG TASK.
//
// All 25 chunks are rendered in one go. While that goes on, this process can do nothing else: no other request is even
// looked at. Requests therefore leave one after the other, in the order they came:
//
//     event loop  |== request 1 ==|== request 2 ==|== request 3 ==| ...
//     answer to 1                 ^
//     answer to 2                                 ^
//     answer to 3                                                 ^

import { createServer } from 'node:http';
import { CHUNKS, renderChunk, toPage } from './list.js';

const server = createServer((request, response) => {
  if (request.url !== '/') {
    // A cheap answer. How long does it take to get it while a page is being rendered?
    response.writeHead(404).end('There is only one page here: /\n');
    return;
  }

  let html = '';
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    html = renderChunk(chunk);
  }

  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(toPage(html));
});

// Port 0: any free port. Loopscope notices which one it is.
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`one long task: http://127.0.0.1:${server.address().port}/`);
});
