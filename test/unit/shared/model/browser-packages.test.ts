import { expect, test } from 'vitest';
import { packageOfBrowser } from '../../../../shared/model/profile/browser-packages.ts';
import { classifyFrame } from '../../../../shared/model/profile/frame-kind.ts';
import { packageOfUrl } from '../../../../shared/profile/model/package-of.ts';

test.each([
  ['chrome-extension://abcdef/content.js', 'chrome-extension://abcdef'],
  ['moz-extension://1b2c-3d/background/main.js', 'moz-extension://1b2c-3d'],
  ['https://cdn.example/npm/jquery@3.7.1/dist/jquery.min.js', 'jquery'],
  ['https://cdn.jsdelivr.net/npm/@angular/core@17/fesm2022/core.mjs', '@angular/core'],
  ['https://cdn.jsdelivr.net/npm/jquery/dist/jquery.min.js', 'jquery'],
  ['https://unpkg.com/react@18/umd/react.production.min.js', 'react'],
  ['https://unpkg.com/@scope/name@1.0.0/index.js', '@scope/name'],
  ['https://esm.sh/preact@10.19.2/es2022/preact.mjs', 'preact'],
  ['https://ga.jspm.io/npm:lit@3.1.0/index.js', 'lit'],
])('%s is of %s', (url, name) => {
  expect([packageOfUrl(url), classifyFrame(url, 3)]).toEqual([name, 'dependency']);
});

test.each([
  'https://shop.example/static/js/url.js',
  'https://shop.example/npm/prices.js',
  'https://shop.example/a/npm/x@1/y.js',
  '/srv/npm/x@1/y.js',
  'webpack://shop/./src/table.ts',
])('%s is of none', (url) => {
  expect([packageOfBrowser(url), classifyFrame(url, 3)]).toEqual([null, 'own']);
});
