import { expect, test } from 'vitest';
import { htmlGist, isHtml } from '../../../../shared/base/html-gist.ts';
import { previewOf } from '../../../../shared/base/preview.ts';

test('an error page of Express: title and stack, as they are read', () => {
  const page =
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Error: no &lt;stock&gt; left<br> &nbsp; &nbsp;at /srv/app.js:4:9<br> &nbsp; &nbsp;at next (/srv/router.js:2:1)</pre>\n</body>\n</html>\n';
  expect(htmlGist(page)).toBe('Error\nError: no <stock> left\nat /srv/app.js:4:9\nat next (/srv/router.js:2:1)');
});

test('a page of nginx says things once; a page without headings begins with what is seen first', () => {
  expect(htmlGist('<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>')).toBe(
    '502 Bad Gateway',
  );
  expect(
    htmlGist(
      '<html><head><style>p{}</style><script>var x = "<p>";</script></head><body><!-- <p>no</p> --><p>Out of <b>order</b></p><p>Sorry&#33;',
    ),
  ).toBe('Out of order\nSorry!');
  expect(htmlGist('<html><head><meta charset="utf-8"></head><body></body></html>')).toBe('');
});

test('a page that is cut anywhere, or was written to be slow, is read all the same', () => {
  const page = '<html><head><title>Oh & no</title><script>if (a < b) {}</script></head><body><pre>it broke</pre></body></html>';
  for (let length = 0; length <= page.length; length++) expect(htmlGist(page.slice(0, length))).not.toMatch(/[<>]/);
  for (const bad of ['<', '<!--', '<script>', '<pre>', '&#9999999;', '<title'])
    expect(htmlGist(bad.repeat(4_096 / bad.length)).length).toBeLessThan(4_097);
});

test('what is a page, and what is not', () => {
  expect(['text/html', 'application/xhtml+xml', '', 'application/json'].map((type) => isHtml(type, '{"a": "<html>"}'))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isHtml('', ' <!doctype HTML><p>')).toBe(true);
});

test('a preview shows that something is left out', () => {
  expect(previewOf('a\nbcdef\ng', { lines: 2, characters: 3 })).toEqual(['a', 'bcd…', '…']);
  expect(previewOf('', { lines: 2, characters: 3 })).toEqual([]);
});
