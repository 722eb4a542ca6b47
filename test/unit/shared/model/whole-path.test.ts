import { expect, test } from 'vitest';
import { splitWholePath } from '../../../../shared/model/setup/whole-path.ts';

test.each([
  ['/home/ana/serv', { folder: '/home/ana', name: 'serv' }],
  ['/home/ana/', { folder: '/home/ana', name: '' }],
  ['/home', { folder: '/', name: 'home' }],
  ['/', { folder: '/', name: '' }],
  ['C:\\work\\app.js', { folder: 'C:\\work', name: 'app.js' }],
  ['c:/app', { folder: 'c:/', name: 'app' }],
  ['server', null],
  ['shop/server', null],
  ['', null],
])('%s', (path, split) => {
  expect(splitWholePath(path)).toEqual(split);
});
