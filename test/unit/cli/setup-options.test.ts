import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addSetupFlags, givenSettings, toSetup } from '../../../electron/cli/flags/setup-options.ts';
import { formatCommand } from '../../../shared/model/setup/command-line.ts';
import type { PlannedRequest } from '../../../shared/model/setup/setup.ts';
import { hintOf, messageOf } from '../../helpers/worded.ts';

function requestOf(...flags: string[]): PlannedRequest {
  const command = addSetupFlags(new Command()).parse(flags, { from: 'user' });
  const setup = toSetup('/srv/app.js', givenSettings(command));
  if (!setup.ok) throw new Error(messageOf(setup.failure));
  return setup.value.requests[0];
}

test('a body without a method makes a POST, as with curl; a method that is given is kept', () => {
  expect(requestOf('--body', '{}')).toMatchObject({ method: 'POST', body: '{}' });
  expect(requestOf('--body', '{}', '--method', 'GET')).toMatchObject({ method: 'GET', body: '{}' });
  expect(requestOf('--body', '')).toMatchObject({ method: 'GET' });
});

test('a path without its slash is taken with it', () => {
  expect(requestOf('--url', 'slow?x=1').url).toBe('/slow?x=1');
  expect(requestOf('--url', 'localhost:3000').url).toBe('localhost:3000');
});

test('arguments of Node are taken, and shown in the command; what would record twice is refused', () => {
  const setupOf = (line: string) => {
    const command = addSetupFlags(new Command()).parse(['--node-args', line], { from: 'user' });
    return toSetup('/srv/app.js', givenSettings(command));
  };
  const taken = setupOf('--max-old-space-size=200 --title="my server"');
  expect(taken).toMatchObject({ ok: true, value: { target: { nodeArgs: ['--max-old-space-size=200', '--title=my server'] } } });
  expect(taken.ok && formatCommand(taken.value)).toContain(' --node-args ');
  expect(setupOf('--prof')).toMatchObject({ ok: false, failure: { code: 'bad-request' } });
});

test('what requests wait for can be left out, and by request can be said not to be wanted', () => {
  const captureOf = (...flags: string[]) => {
    const command = addSetupFlags(new Command()).parse(flags, { from: 'user' });
    const setup = toSetup('/srv/app.js', givenSettings(command));
    return setup.ok ? { ...setup.value.capture, command: formatCommand(setup.value) } : messageOf(setup.failure);
  };
  expect(captureOf('--by-request')).toMatchObject({ byRequest: true, waits: true });
  expect(captureOf('--by-request', '--no-waits')).toMatchObject({
    ...{ byRequest: true, waits: false },
    command: expect.stringContaining(' --no-waits'),
  });
  expect(captureOf('--by-request', '--no-by-request')).toMatchObject({ byRequest: false });
  expect(captureOf('--no-by-request', '--by-request')).toMatchObject({ byRequest: true });
  expect(captureOf('--no-by-request')).toMatchObject({ byRequest: false, command: expect.stringContaining(' --no-by-request') });
  expect(captureOf()).toMatchObject({ byRequest: true, byRequestLimit: 10, command: expect.not.stringContaining('by-request') });
  // What no capture records is not recorded by another one either.
  expect(captureOf('--no-by-request', '--no-waits', '--capture', 'none')).toMatchObject({ kind: 'none' });
  expect(captureOf('--by-request', '--capture', 'none')).toContain('--by-request');
});

test.each([
  [
    '--by-request',
    'It says how --capture cpu records, which needs the processes of the server: give the script or the command that starts it, or its --pid.',
  ],
  ['--exact-frames', 'Give the script or the command that starts it, or leave --exact-frames out.'],
])('%s of a server that is up already is refused, with what would have it', (flag, hint) => {
  const command = addSetupFlags(new Command()).parse([flag], { from: 'user' });
  const setup = toSetup('http://127.0.0.1:3000', givenSettings(command));
  expect(!setup.ok && hintOf(setup.failure)).toBe(hint);
});
