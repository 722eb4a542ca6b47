import fc from 'fast-check';
import { expect, test } from 'vitest';
import { showHidden } from '../../../../shared/base/show-hidden.ts';
import { codeMarkdown, escapeHtml, escapeMarkdown } from '../../../../shared/report/escape.ts';
import { html, lines } from '../../../../shared/report/html.ts';

test.each([
  ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
  ['</script><script>', '&lt;/script&gt;&lt;script&gt;'],
  ['" onload="x', '&quot; onload=&quot;x'],
  ["' onload='x", '&#39; onload=&#39;x'],
  ['&lt;', '&amp;lt;'],
  ['a\u202egnp.exe', 'a\\u202egnp.exe'],
  ['\u2066x\u2069', '\\u2066x\\u2069'],
  ['zero\u200bwidth', 'zero\\u200bwidth'],
  ['\u0000\u001b[31m\n', '\\u0000\\u001b[31m\\u000a'],
  ['\u2028', '\\u2028'],
  ['\ud800', '\\ud800'],
  ['tag\u{e0041}', 'tag\\u{e0041}'],
  ['Übersicht сервер 列表 😀', 'Übersicht сервер 列表 😀'],
])('%j is written as %j', (text, written) => {
  expect(escapeHtml(text)).toBe(written);
});

test('no text can close an element, an attribute or a line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(escapeHtml(text)).not.toMatch(/[<>"'\p{Cc}\p{Cf}\p{Cs}]/u);
      expect(showHidden(showHidden(text))).toBe(showHidden(text));
    }),
  );
});

test('the html tag escapes values, and its own output only once', () => {
  const inner = html`<b title="${'"'}">${'<i>'}</b>`;
  expect(html`<p>${[inner, 3, null, '&']}</p>`.html).toBe('<p><b title="&quot;">&lt;i&gt;</b>3&amp;</p>');
  expect(lines('a\r\n<b>\tc\u202e').html).toBe('a\n&lt;b&gt;\tc\\u202e');
});

test('Markdown text stays within its table cell', () => {
  expect(escapeMarkdown('a|b `c` [x](http://x) <img> \n**d**')).toBe('a\\|b \\`c\\` \\[x\\](http://x) &lt;img&gt; \\\\u000a\\*\\*d\\*\\*');
  expect(codeMarkdown('echo `date`')).toBe('`` echo `date` ``');
  expect(codeMarkdown('plain')).toBe('`plain`');
});
