// A server with several kinds of work, so that its stacks are as many as those of a real one: each at its address, or at `/` one after the other.
// WORKERS: in so many processes.
import cluster from 'node:cluster';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import ejs from 'ejs';
import express from 'express';

const items = Array.from({ length: 60 }, (_, id) => ({
  id,
  name: `Item ${id}`,
  tags: ['new', 'sale', 'large'].slice(0, id % 4),
  price: id * 1.1,
}));
const page = ejs.compile('<ul><% for (const item of items) { %><li><b><%= item.name %></b> <%= item.tags.join(", ") %></li><% } %></ul>');
const fibonacci = (n) => (n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2));

const app = express();
app.get('/page', (_, response) => response.send(page({ items })));
app.get('/json', (_, response) => response.json(items));
app.get('/search', (request, response) => response.json(items.filter(({ name }) => new RegExp(`${request.query.q}\\b`, 'i').test(name))));
app.get('/sorted', (_, response) => response.json([...items].sort((a, b) => b.name.localeCompare(a.name))));
app.get('/gzip', (_, response) => response.send(gzipSync(JSON.stringify(items))));
app.get('/fibonacci', (_, response) => response.send(String(fibonacci(17))));
app.get('/copy', (_, response) => response.json(structuredClone(JSON.parse(JSON.stringify(items)))));

const ADDRESSES = ['/page', '/json', '/search?q=4', '/sorted', '/gzip', '/fibonacci', '/copy'];
let turn = 0;
function serve() {
  createServer((request, response) => {
    if (request.url === '/') request.url = ADDRESSES[turn++ % ADDRESSES.length];
    app(request, response);
  }).listen(0, '127.0.0.1', function ready() {
    console.log(this.address().port);
  });
}

const { WORKERS } = process.env;
if (WORKERS !== undefined && cluster.isPrimary) {
  for (let worker = 0; worker < Number(WORKERS); worker++) cluster.fork();
} else {
  serve();
}
