import { expect, test } from 'vitest';
import type { Evidence } from '../../../../electron/engine/target/launched-script.ts';
import { explainEnd, explainExit, explainSilence, portInUse } from '../../../../electron/engine/target/start-failures.ts';
import { hintOf, messageOf, worded } from '../../../helpers/worded.ts';

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

const printed = (rest: Partial<Evidence> = {}): Evidence => ({ launched: 'script', stdout: '', stderr: '', takenPort: null, ...rest });
const nobody = (): null => null;

test('names the port that is in use', () => {
  expect(portInUse(IN_USE)).toBe('3000');
  expect(portInUse('Error: listen EADDRINUSE: address already in use 127.0.0.1:80')).toBe('80');
  expect(portInUse("caught { code: 'EADDRINUSE', port: 8080 }")).toBe('8080');
  expect(portInUse('all is well on port: 3000')).toBeNull();
});

test.each([
  ['nginx', '2026/11/25 09:56:23 [emerg] 29063#29063: bind() to 127.0.0.1:18500 failed (98: Address already in use)'],
  ['nginx, IPv6', 'nginx: [emerg] bind() to [::]:18500 failed (98: Address already in use)'],
  ['Gunicorn', "[2026-11-25 09:56:37 +0000] [29400] [ERROR] Connection in use: ('127.0.0.1', 18500)"],
  ['uvicorn', "ERROR:    [Errno 98] error while attempting to bind on address ('127.0.0.1', 18500): [errno 98] address already in use"],
  ['Go', 'listen tcp 127.0.0.1:18500: bind: address already in use'],
])('names the port that %s could not have, and who has it', (_, stderr) => {
  const holder = (port: number) => (port === 18500 ? { pid: 7, title: 'other.js', isOurs: false } : null);
  const failure = explainExit({ code: 1, signal: null }, printed({ stderr, launched: 'command' }), holder);
  expect(messageOf(failure)).toBe('The command could not listen: port 18500 is in use by other.js (process 7).');
});

test('explains an exit by its output', () => {
  expect(explainExit({ code: 1, signal: null }, printed({ stderr: IN_USE }), nobody).code).toBe('port-in-use');
  expect(explainExit({ code: 0, signal: null }, printed(), nobody).code).toBe('target-exited');
  expect(messageOf(explainExit({ code: null, signal: 'SIGSEGV' }, printed(), nobody))).toBe(
    'The script ended by signal SIGSEGV before it listened on a port.',
  );
  const crash = "/srv/a.js:1\nError [ERR_MODULE_NOT_FOUND]: Cannot find package 'x'\n    at finalize\n";
  expect(messageOf(explainExit({ code: 1, signal: null }, printed({ stderr: crash }), nobody))).toBe(
    "The script ended with code 1 before it listened: Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'x'.",
  );
});

test('an end under load names the error that was thrown, and says once where the rest is', () => {
  const crash = '/srv/a.js:9\n    throw new TypeError("no cart")\nTypeError: no cart\n    at Server.handle\n';
  const failure = explainEnd({ code: 1, signal: null }, printed({ stderr: crash }));
  expect(messageOf(failure)).toBe('The script ended with code 1 under load: TypeError: no cart.');
  expect(hintOf(failure)).toBe('All that it printed is in the output of this run.');
  expect(messageOf(explainEnd({ code: null, signal: 'SIGKILL' }, printed()))).toBe('The script ended by signal SIGKILL under load.');
});

test('a heap that was full is what the program ended by, with what gives it more', () => {
  // As Node 22 prints it; 18 has "Ineffective mark-compacts near heap limit" in its place.
  const stderr = `
<--- Last few GCs --->
[7:0x1]      812 ms: Scavenge (interleaved) 28.9 (31.0) -> 28.4 (31.5) MB, pooled: 0 MB, 0.98 / 0.00 ms

FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
----- Native stack trace -----`;
  const exit = { code: null, signal: 'SIGABRT' } as const;
  const underLoad = explainEnd(exit, printed({ stderr }));
  expect(messageOf(underLoad)).toBe(
    'The script ended by signal SIGABRT under load: its heap was full (V8: JavaScript heap out of memory).',
  );
  expect(hintOf(underLoad)).toContain('--node-args --max-old-space-size=4096');
  const atStart = explainExit(exit, printed({ stderr, launched: 'command' }), nobody);
  expect(messageOf(atStart)).toMatch(/^A process of the command ended by signal SIGABRT before it listened: its heap was full/);
  expect(hintOf(atStart)).toContain('--env NODE_OPTIONS=--max-old-space-size=4096');
  expect(messageOf(explainEnd(exit, printed()))).toBe('The script ended by signal SIGABRT under load.');
  // The primary process of a cluster that ends because a worker did.
  expect(messageOf(explainEnd({ code: 1, signal: null }, printed({ stderr })))).toBe('The script ended with code 1 under load.');
});

test('a script that never listens gets a hint', () => {
  expect(hintOf(explainSilence(30, '/', printed(), nobody))).toContain('--port-timeout');
  expect(explainSilence(30, '/', printed({ stderr: IN_USE }), nobody).code).toBe('port-in-use');
  expect(messageOf(explainSilence(30, 'http://127.0.0.1:1/', printed(), nobody))).toContain('http://127.0.0.1:1/');
});

test('shows the last output of both streams, or says that there is none', () => {
  const logged = explainExit({ code: 1, signal: null }, printed({ stdout: 'Error: no database', stderr: 'a deprecation' }), nobody);
  expect(messageOf(logged)).toBe('The script ended with code 1 before it listened: Error: no database.');
  expect(logged.detail).toBe('Error: no database\na deprecation');
  expect(hintOf(logged)).toContain('its last output is kept with this message');
  const silent = explainExit({ code: 1, signal: null }, printed(), nobody);
  expect([hintOf(silent), silent.detail]).toEqual(['Run it by hand to see whether it starts; it printed nothing.', '']);
});

test('names the process that holds the port, and says whether it belongs to the script', () => {
  const holder = { pid: 4321, title: 'shop.js', isOurs: false };
  const taken = printed({ stdout: 'listening on 3000', takenPort: 3000 });
  expect(worded(explainExit({ code: 0, signal: null }, taken, () => holder))).toMatchObject({
    code: 'port-in-use',
    message: 'The script could not listen: port 3000 is in use by shop.js (process 4321).',
    hint: 'Stop that program, or make the script use another port; many scripts read it from PORT, which --env sets (PORT=0 is any free one).',
  });
  expect(worded(explainSilence(30, '/', taken, () => ({ ...holder, isOurs: true })))).toMatchObject({
    message: 'The script could not listen: port 3000 is in use by shop.js (process 4321), which a run of Loopscope has started.',
    hint: expect.stringContaining('which --env sets (PORT=0'),
  });
});
