import { expect, test } from 'vitest';
import { formatCommand } from '../../../shared/model/command-line.ts';
import { hasRedacted, REDACTED, redactSecrets } from '../../../shared/model/redact.ts';
import { DEFAULT_CAPTURE, DEFAULT_LOAD, type Setup } from '../../../shared/model/setup.ts';

const setup: Setup = {
  target: {
    script: '/srv/app.js',
    args: [],
    cwd: null,
    env: [
      { name: 'API_TOKEN', value: 'hunter2' },
      { name: 'db_PassWord', value: 'hunter2' },
      { name: 'NODE_ENV', value: 'production' },
    ],
    node: null,
    portTimeoutS: 30,
  },
  load: {
    ...DEFAULT_LOAD,
    headers: [
      { name: 'Authorization', value: 'Bearer hunter2' },
      { name: 'Cookie', value: 'sid=hunter2' },
      { name: 'Accept', value: 'text/html' },
    ],
  },
  capture: DEFAULT_CAPTURE,
};

test('secrets are left out of what is saved, and of the command line beside it', () => {
  const saved = redactSecrets(setup);
  expect(JSON.stringify(saved)).not.toContain('hunter2');
  expect(formatCommand(saved)).not.toContain('hunter2');
  expect(saved.target.env.map(({ value }) => value)).toEqual([REDACTED, REDACTED, 'production']);
  expect(saved.load.headers.map(({ value }) => value)).toEqual([REDACTED, REDACTED, 'text/html']);
});

test('what was left out is known again; the same words under another name are a value', () => {
  expect([hasRedacted(setup), hasRedacted(redactSecrets(setup))]).toEqual([false, true]);
  const note = { ...setup, target: { ...setup.target, env: [{ name: 'NOTE', value: REDACTED }] } };
  expect(hasRedacted(note)).toBe(false);
});

test('the set-up itself keeps them', () => {
  redactSecrets(setup);
  expect(setup.target.env[0]!.value).toBe('hunter2');
});
