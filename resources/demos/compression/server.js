// Three resources of a small site: a page, its stylesheet and a picture. With GZIP=1 a middleware compresses each response whose
// content can get smaller, for clients that accept it, as the usual middlewares do.

import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import express from 'express';

const compress = promisify(gzip);
const stylesheet = await readFile(new URL('files/style.css', import.meta.url));
const picture = await readFile(new URL('files/picture.png', import.meta.url));

const app = express();
app.disable('x-powered-by');
app.set('etag', false);

/** Text gets smaller. A PNG is compressed already: compressing it again would only cost time. */
const COMPRESSIBLE = /^text\//;

/** Answers with `body`, compressed if that is asked for and of use. */
async function sendBody(request, response, type, body) {
  response.type(type);
  response.vary('Accept-Encoding');
  if (process.env.GZIP && COMPRESSIBLE.test(type) && request.acceptsEncodings('gzip')) {
    response.set('Content-Encoding', 'gzip');
    response.send(await compress(body)); // <-- what is compared
  } else {
    response.send(body);
  }
}

function renderPage() {
  const facts = Object.entries({ ...process.versions, ...process.memoryUsage(), ...process.resourceUsage(), uptime: process.uptime() });
  const rows = facts.map(([name, value]) => `<tr><th>${name}</th><td>${value}</td></tr>`);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Information</title><link rel="stylesheet" href="/style.css"></head>
<body><h1>Information about this process</h1><img src="/picture.png" alt=""><table>
${rows.join('\n')}
</table></body>
</html>
`;
}

app.get('/info', (request, response) => sendBody(request, response, 'text/html', Buffer.from(renderPage())));
app.get('/style.css', (request, response) => sendBody(request, response, 'text/css', stylesheet));
app.get('/picture.png', (request, response) => sendBody(request, response, 'image/png', picture));

const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`information: http://127.0.0.1:${server.address().port}/info`);
});
