import { expect, test } from 'vitest';
import { replaceRanges } from '../../../../shared/privacy/replace-ranges.ts';
import { PlaceCollector } from '../../../../shared/privacy/shorten-places.ts';

function shorten(code: string, text: string): string {
  const places = new PlaceCollector();
  places.addText(code);
  return replaceRanges(text, places.finder()!(text));
}

test('folders of code become their own names, the innermost with the outermost', () => {
  const code = 'at /home/ana/shop/lib/a.js:1:2, at file:///home/ana/shop/server.mjs, at /home/ana/shop-2/x.js, at /opt/shop/y.js';
  const text = '/home/ana/shop/lib/a.js /home/ana/shop-2/x.js /opt/shop/y.js /home/ana/notes.txt file:///home/ana/shop/lib';
  expect(shorten(code, text)).toBe('/shop/lib/a.js /shop-2/x.js /shop-2/y.js /home/user/notes.txt file:///shop/lib');
});

test('folders are found with either separator, and with half a character in their names', () => {
  expect(shorten('C:\\work\\shop\\a.js C:\\work\\shop\\lib\\b.js', 'C:\\work\\shop\\lib\\b.js C:/work/shop/a.js')).toBe(
    'C:\\shop\\lib\\b.js C:/shop/a.js',
  );
  expect(shorten('/opt/\ud800 /opt/\ud800x/a.js', '/opt/\ud800x/a.js')).toBe('/\ud800x/a.js');
});

/** Of code that tries each folder against each, or each place of a text to its end, these would take minutes. */
test('many folders and texts like paths do not take long', () => {
  const places = new PlaceCollector();
  for (let index = 0; index < 100_000; index++) places.addText(`/srv/p${index}/a.js`);
  expect(places.finder()).toBeNull();
  places.addText('/'.repeat(20_000_000));
  places.addText('/a'.repeat(10_000_000));
});

test('a folder right below the root has no name of its own that would hide it', () => {
  const code = 'at /work/app.js:1:2, at /work/lib/b.js:1:2';
  expect(shorten(code, '/work/app.js file:///work/lib/b.js /working/x http://work/ /api/work (/work)')).toBe(
    '/folder/app.js file:///folder/lib/b.js /working/x http://work/ /api/work (/folder)',
  );
});

test('folders are replaced also where a longer name begins like theirs', () => {
  expect(shorten('at /home/ana/shop/a.js', '/home/ana/shop_old/x /home/anabel/x')).toBe('/shop_old/x /home/anabel/x');
});
