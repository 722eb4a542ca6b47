import { expect, test } from 'vitest';
import { describeDifferences } from '../../../../shared/analysis/verdicts/differences.ts';
import { fail } from '../../../../shared/model/failure.ts';
import { formatCommand } from '../../../../shared/model/setup/command-line.ts';
import { hasRedacted, withoutNumbers } from '../../../../shared/model/setup/hidden.ts';
import { DEFAULT_CAPTURE, type ScriptTarget, type Setup } from '../../../../shared/model/setup/setup.ts';
import { redactArguments } from '../../../../shared/privacy/redact-arguments.ts';
import { redactUrl } from '../../../../shared/privacy/redact-url.ts';
import { createFullRedaction, createRedaction, type Redaction, redactSetup } from '../../../../shared/privacy/redaction.ts';
import { replaceRanges } from '../../../../shared/privacy/replace-ranges.ts';
import { say } from '../../../../shared/words/said.ts';
import { type PlanSettings, planOf } from '../../../helpers/plans.ts';
import { scriptOf, scriptTarget } from '../../../helpers/script-target.ts';
import { verbatim } from '../../../helpers/worded.ts';

function setupOf(target: Partial<ScriptTarget> = {}, load: PlanSettings = {}): Setup {
  return {
    target: scriptTarget({ script: '/srv/app.js', ...target }),
    ...planOf({ ...load }),
    capture: DEFAULT_CAPTURE,
    collectGarbage: true,
  };
}

const pairs = (given: Record<string, string>) => Object.entries(given).map(([name, value]) => ({ name, value }));
const hide = (value: string) => `<${value}>`;

const output = (redaction: Redaction, text: string) => replaceRanges(text, redaction.values(text, false).ranges);

const secrets = setupOf(
  {
    args: ['--mode', 'fast', '--password', 'hunter2', '--db=postgres://u:hunter2@db/shop', '--retries=3'],
    env: pairs({
      API_TOKEN: 'hunter2',
      DATABASE_URL: 'postgres://u:hunter2@db/shop',
      NODE_ENV: 'production',
      BYPASS_CACHE: '1',
      EMPTY_KEY: '',
    }),
  },
  {
    url: '/cart?token=hunter2&page=2',
    headers: pairs({ 'X-Shop': 'hunter2', Cookie: 'sid=hunter2', Accept: 'text/html', 'user-agent': 'Bearer hunter2' }),
    body: '{"card":"hunter2"}',
  },
);

test('leaves possible secrets out of what is stored, and keeps names and harmless values', () => {
  const stored = redactSetup(secrets);
  const target = scriptOf(stored);
  const [request] = stored.requests;
  expect(JSON.stringify(stored)).not.toContain('hunter2');
  expect(formatCommand(stored)).not.toContain('hunter2');
  expect(target.env).toEqual(
    pairs({ API_TOKEN: '(not saved 1)', DATABASE_URL: '(not saved 2)', NODE_ENV: 'production', BYPASS_CACHE: '1', EMPTY_KEY: '' }),
  );
  expect(target.args).toEqual(['--mode', 'fast', '--password', '(not saved 1)', '--db=(not saved 2)', '--retries=3']);
  expect(request.url).toBe('/cart?token=(not saved 1)&page=2');
  expect(request.headers.map(({ value }) => value)).toEqual(['(not saved 1)', '(not saved 3)', 'text/html', '(not saved 4)']);
  expect(request.body).toBe('(not saved 5)');
});

test('a redacted set-up cannot be run, and redacting it again changes nothing', () => {
  const saved = redactSetup(secrets);
  expect([hasRedacted(secrets), hasRedacted(saved), hasRedacted(withoutNumbers(saved))]).toEqual([false, true, true]);
  expect(redactSetup(saved)).toEqual(saved);
  expect(JSON.stringify(withoutNumbers(saved))).not.toMatch(/not saved \d/);
});

test('the set-up that is run keeps secrets, as does a session with --keep-values', () => {
  const before = JSON.stringify(secrets);
  expect(createRedaction(true).setup(secrets)).toBe(secrets);
  redactSetup(secrets);
  expect(JSON.stringify(secrets)).toBe(before);
});

test('set-ups differ in the same settings before and after redaction', () => {
  const values = ['a', 'b', 'a', 'hunter2'];
  const setups = values.map((value) =>
    setupOf(
      { env: pairs({ API_KEY: value, BYPASS_CACHE: value }), args: [`--token=${value}`] },
      { url: `/?key=${value}`, headers: pairs({ 'x-a': value }), body: value },
    ),
  );
  const redaction = createRedaction(false);
  const stored = setups.map((setup) => redaction.setup(setup));
  const fields = (of: readonly Setup[]) => describeDifferences(of).map(({ field }) => field);
  expect(fields(stored)).toEqual(fields(setups));
  expect(fields(stored)).toEqual(['args', 'url', 'body', 'env.API_KEY', 'env.BYPASS_CACHE', 'header.x-a']);
  expect(fields([stored[0]!, stored[2]!])).toEqual([]);
});

test('removes hidden values from messages in every spelling', () => {
  const redaction = createRedaction(false);
  redaction.setup(
    setupOf(
      { env: pairs({ TOKEN: 'two words/é"' }) },
      { url: 'http://ana:correct-horse@127.0.0.1/', headers: pairs({ 'x-a': 'Custom battery' }) },
    ),
  );
  const said = ['two words/é"', encodeURIComponent('two words/é"'), JSON.stringify('two words/é"'), 'correct-horse', 'battery'];
  for (const text of said) expect(redaction.text(`It says ${text} here.`)).toMatch(/^It says "?\(not saved\)"? here\.$/);
  const { failure } = fail('bad-url', say('load.notAUrl', { url: 'correct-horse' }), verbatim('battery'), 'correct-horse');
  const cleaned = fail('bad-url', say('load.notAUrl', { url: '(not saved)' }), verbatim('(not saved)'), '(not saved)');
  expect(redaction.failure(failure)).toEqual(cleaned.failure);
});

test('a response that repeats the value of a cookie is stored without it; short words of other cookies stay', () => {
  const redaction = createRedaction(false);
  redaction.setup(setupOf({}, { headers: pairs({ Cookie: 'user=secret%20bob42; theme=dark; sid="0a1b2c3d"' }) }));
  expect(redaction.text('{"user":"secret bob42","as":"secret%20bob42","id":"0a1b2c3d","theme":"dark"}')).toBe(
    '{"user":"(not saved)","as":"(not saved)","id":"(not saved)","theme":"dark"}',
  );
});

test('keeps the output of the script except for hidden values', () => {
  const redaction = createRedaction(false);
  redaction.setup(setupOf({ env: pairs({ DB_PASSWORD: 'wombat-hat' }) }));
  expect(output(redaction, 'connects with wombat-hat, Bearer eyJhbGciOiJIUzI1NiJ9.e30.x')).toBe(
    'connects with (not saved), Bearer eyJhbGciOiJIUzI1NiJ9.e30.x',
  );
  expect(output(createRedaction(true), 'wombat-hat')).toBe('wombat-hat');
});

test('does not search messages for short values', () => {
  const redaction = createRedaction(false);
  redaction.setup(setupOf({ env: pairs({ PIN: '1', TOKEN: 'a' }) }));
  expect(redaction.text('The script ended with code 1.')).toBe('The script ended with code 1.');
});

test.each([
  ['/cart?page=2', '/cart?page=2'],
  ['/cart?page=2&key=x;sid=y', '/cart?page=2&key=<x>;sid=<y>'],
  ['http://u:p@[::1]:80/a@b?x=1#access_token=z', 'http://<u:p>@[::1]:80/a@b?x=1#access_token=<z>'],
  ['http://a:b/c@localhost/', 'http://a:b/c@localhost/'],
  ['/hook/ghp_16C7e42F292c6912E7710c838347Ae178B4a', '/hook/<ghp_16C7e42F292c6912E7710c838347Ae178B4a>'],
  ['/x?%61pi%5Fkey=v', '/x?%61pi%5Fkey=<v>'],
  ['/x?%', '/x?%'],
  ['', ''],
])('of %j is stored %j', (url, stored) => {
  expect(redactUrl(url, hide)).toBe(stored);
});

test.each([
  [
    ['-p', '3000'],
    ['-p', '3000'],
  ],
  [
    ['-p', 'hunter2'],
    ['-p', '<hunter2>'],
  ],
  [
    ['-u', 'ana:hunter2', '--user', 'ana'],
    ['-u', '<ana:hunter2>', '--user', 'ana'],
  ],
  [
    ['--token', '--verbose'],
    ['--token', '--verbose'],
  ],
  [
    ['--token=', '--key', 'a b'],
    ['--token=<>', '--key', '<a b>'],
  ],
  [
    ['-H', 'X-Api-Key: hunter2'],
    ['-H', '<X-Api-Key: hunter2>'],
  ],
  [
    ['TOKEN=hunter2', 'MODE=fast'],
    ['TOKEN=<hunter2>', 'MODE=fast'],
  ],
  [['AKIAIOSFODNN7EXAMPLE'], ['<AKIAIOSFODNN7EXAMPLE>']],
])('arguments %j are stored as %j', (args, stored) => {
  expect(redactArguments(args, hide)).toEqual(stored);
});

test('a value with characters beyond 16 bits is found in the spelling of URLs, too', () => {
  const redaction = createRedaction(false);
  redaction.setup(setupOf({ env: pairs({ API_TOKEN: 'häuser🏠42\ud800' }) }));
  expect(output(redaction, encodeURIComponent('häuser🏠42'))).toBe('(not saved)');
});

test('values are looked for once: neither in what stands for another one nor in what was left out before', () => {
  const redaction = createFullRedaction([setupOf({ args: ['saved', 'copper', 'copper-kettle'] })]);
  expect(redaction.text('saved: copper-kettle and copper, (not saved 2) unsaved')).toBe(
    '(not saved): (not saved) and (not saved), (not saved 2) unsaved',
  );
});
