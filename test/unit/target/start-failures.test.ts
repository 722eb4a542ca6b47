import { expect, test } from 'vitest';
import { explainExit, explainSilence, portInUse } from '../../../electron/engine/target/start-failures.ts';

/** As Node 20 prints it. */
const IN_USE = `node:events:497
      throw er; // Unhandled 'error' event
      ^

Error: listen EADDRINUSE: address already in use :::3000
    at Server.setupListenHandle [as _listen2] (node:net:1817:16)
Emitted 'error' event on Server instance at:
    at emitErrorNT (node:net:1796:8) {
  code: 'EADDRINUSE',
  errno: -98,
  syscall: 'listen',
  address: '::',
  port: 3000
}

Node.js v20.20.2`;

test('the port that is in use', () => {
  expect(portInUse(IN_USE)).toBe('3000');
  expect(portInUse('Error: listen EADDRINUSE: address already in use 127.0.0.1:80')).toBe('80');
  expect(portInUse("caught { code: 'EADDRINUSE', port: 8080 }")).toBe('8080');
  expect(portInUse('all is well on port: 3000')).toBeNull();
});

test('an exit is explained by what it printed', () => {
  expect(explainExit({ code: 1, signal: null }, IN_USE).code).toBe('port-in-use');
  expect(explainExit({ code: 0, signal: null }, '').code).toBe('target-exited');
  expect(explainExit({ code: null, signal: 'SIGSEGV' }, '').message).toBe(
    'The script ended by signal SIGSEGV before it listened on a port.',
  );
  const crash = "/srv/a.js:1\nError [ERR_MODULE_NOT_FOUND]: Cannot find package 'x'\n    at finalize\n";
  expect(explainExit({ code: 1, signal: null }, crash).message).toBe(
    "The script ended with code 1 before it listened: Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'x'",
  );
});

test('silence names the way out', () => {
  expect(explainSilence(30, '/', '').hint).toContain('--port-timeout');
  expect(explainSilence(30, '/', IN_USE).code).toBe('port-in-use');
  expect(explainSilence(30, 'http://127.0.0.1:1/', '').message).toContain('http://127.0.0.1:1/');
});
