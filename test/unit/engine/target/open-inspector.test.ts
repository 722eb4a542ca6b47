import { expect, test } from 'vitest';
import { debugPortIn } from '../../../../electron/engine/target/open-inspector.ts';

test.each([
  ['node server.js', 9229],
  ['node --inspect-port=9300 server.js', 9300],
  ['node --inspect=127.0.0.1:9301 server.js', 9301],
  ['node --inspect=[::1]:9302 server.js', 9302],
  ['node --debug-port=9303 --inspect server.js', 9303],
  ['node --inspect-port=9304 --inspect-port=9305 server.js', 9305],
])('the port of its inspector: %s', (command, port) => {
  expect(debugPortIn(command.split(' '))).toBe(port);
});
