import { expect, test } from 'vitest';
import { attachment } from '../../../../electron/engine/server/headers.ts';

test('a plain file name is sent unchanged', () => {
  expect(attachment('run 1.loopscope')).toBe(`attachment; filename="run 1.loopscope"; filename*=UTF-8''run%201.loopscope`);
});

test('names in other scripts and with emoji keep their letters', () => {
  expect(attachment('прогон 🚀.loopscope')).toContain(`filename*=UTF-8''${encodeURIComponent('прогон 🚀.loopscope')}`);
});

test.each([
  'a"; filename="evil.exe',
  'a\r\nSet-Cookie: x=1',
  '../../etc/passwd',
  'C:\\x',
  'half \ud800 pair',
  "it's (50%) *",
  'safe\u202egnp.exe',
])('the file name %j cannot break out of its header', (name) => {
  const header = attachment(name);
  expect(header).toMatch(/^attachment; filename="[ !#-~]*"; filename\*=UTF-8''[\w.~!&+$#^`|%-]*$/);
  expect(header.match(/"/g)).toHaveLength(2);
  expect(decodeURIComponent(header.split("UTF-8''")[1]!)).not.toMatch(/[/\\\r\n"\u202e]/);
});
