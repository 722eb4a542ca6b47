// A page of Express with middleware, a promise and a template, which also takes its own CPU time (meter.mjs).
import express from 'express';
import { createMeter } from './meter.mjs';

const meter = createMeter(3_000, 10_000);
const PRODUCTS = Array.from({ length: 200 }, (_, number) => ({ number, name: `Product ${number}`, price: (4.5 + number).toFixed(2) }));
const app = express();
app.use(express.json());
app.use((request, _response, next) => {
  request.startedAt = Date.now();
  next();
});
app.get('/', async (_request, response) => {
  const found = await Promise.resolve(PRODUCTS);
  const rows = found.map(({ number, name, price }) => `<tr><td>${number}</td><td>${name.toUpperCase()}</td><td>${price}</td></tr>`);
  response.send(`<table>${rows.join('')}</table>`);
  meter();
});
const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));
