// A small shop whose list of products is slow: its view is compiled again for every request, because Express keeps compiled views
// in production only.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { findProducts } from './products.js';

const app = express();
app.set('view engine', 'ejs');
app.set('views', join(dirname(fileURLToPath(import.meta.url)), 'views'));

app.get('/products', function listProducts(request, response) {
  const products = findProducts(request.query.colour);
  response.render('products', { title: 'Products', products });
});

const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`shop listening on http://127.0.0.1:${server.address().port}`);
});
