/** A value that was left out of one place is left out of all, in whatever form it is written; what is too common stays readable. */
import { expect, test } from 'vitest';
import { leaveOut } from '../../../../shared/copies/leave-out.ts';
import { PrivateCollector } from '../../../../shared/copies/private-facts.ts';
import { redactEntry } from '../../../../shared/copies/redact-entry.ts';
import { formatCommand } from '../../../../shared/model/setup/command-line.ts';
import type { ScriptTarget, Setup } from '../../../../shared/model/setup/setup.ts';
import { HostCollector } from '../../../../shared/privacy/hide-hosts.ts';
import { redactDocument } from '../../../../shared/privacy/redact-document.ts';
import { createFullRedaction, createRedaction, type Redaction } from '../../../../shared/privacy/redaction.ts';
import type { RecordingEntry } from '../../../../shared/session/entries.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { say } from '../../../../shared/words/said.ts';
import { type PlanSettings, planOf } from '../../../helpers/plans.ts';
import { scriptTarget } from '../../../helpers/script-target.ts';
import { SYNTHETIC_SETUP, syntheticEntries, syntheticHeader } from '../../../helpers/synthetic-recording.ts';

const SECRET = 'tiger-blue-moon-77';
const pairs = (given: Record<string, string>) => Object.entries(given).map(([name, value]) => ({ name, value }));
const setupOf = (target: Partial<ScriptTarget>, load: PlanSettings = {}): Setup => ({
  ...SYNTHETIC_SETUP,
  target: scriptTarget({ script: '/srv/app.js', ...target }),
  ...planOf(load),
});

function redactionOf(...setups: Setup[]): Redaction {
  const redaction = createRedaction(false, redactDocument);
  redaction.know(setups);
  return redaction;
}
const ofToken = (value: string): Redaction => redactionOf(setupOf({ env: pairs({ API_TOKEN: value }) }));

test('a value of one setting is left out of all others, of the command, and of those of another variant', () => {
  const given = setupOf(
    { script: `/srv/${SECRET}/app.js`, env: pairs({ API_TOKEN: SECRET, MODE: SECRET }), args: ['serve', `x${SECRET}`] },
    { url: `http://127.0.0.1:3000/hook/${SECRET}`, headers: pairs({ 'user-agent': `probe ${SECRET}` }), allowHost: `${SECRET}.example` },
  );
  const plan = `plan: 1\nrequests:\n  - name: hook ${SECRET}\n    url: /hook/${SECRET}\n`;
  const other = { ...setupOf({}, { url: `/of/${SECRET}` }), plan };
  const redaction = redactionOf(given, other);
  const stored = [given, other].map((setup) => redaction.setup(setup));
  expect(JSON.stringify([stored, stored.map((setup) => formatCommand(setup))])).not.toContain(SECRET);
  expect(stored[0]!.requests[0].url).toBe('http://127.0.0.1:3000/hook/(not saved 1)');
  expect(stored[1]!.requests[0].url).toBe('/of/(not saved 1)');
  expect(stored.map((setup) => redaction.setup(setup))).toEqual(stored);
});

test('it is left out of every kind of entry that has a text', () => {
  const redaction = ofToken(SECRET);
  const frame = { functionName: `on ${SECRET}`, scriptId: '1', url: `file:///srv/${SECRET}/a.js`, lineNumber: 1, columnNumber: 1 };
  const known = [...syntheticEntries()].find(({ type }) => type === 'slice') as Extract<RecordingEntry, { type: 'slice' }>;
  const served = { routes: [`GET /hook/${SECRET}`], calls: [{ to: `http://${SECRET}.example`, count: 1 }] };
  const entries: unknown[] = [
    {
      type: 'resolved',
      node: '22',
      nodePath: `/opt/${SECRET}/node`,
      url: `http://127.0.0.1/${SECRET}`,
      agent: true,
      nginx: `proxy ${SECRET}`,
    },
    { ...known, profile: { ...known.profile, nodes: [{ id: 1, callFrame: frame }] } },
    { type: 'sources', positions: { [`/srv/${SECRET}.js:1:1`]: { url: SECRET, line: 1, name: null } }, texts: { [SECRET]: SECRET } },
    { type: 'served', ...served },
    { type: 'process', process: { pid: 1, title: `node ${SECRET}` } },
    { type: 'thread', thread: { pid: 1, thread: 1, title: SECRET } },
    { type: 'warning', says: say('load.notAUrl', { url: SECRET }) },
    { type: 'notes', text: `mine: ${SECRET}` },
    { type: 'name', name: `with ${SECRET}` },
    { type: 'timings', timings: [{ name: SECRET }], lost: 0 },
    {
      type: 'end',
      ending: 'failed',
      failure: { code: 'internal', says: say('load.notAUrl', { url: SECRET }), hint: null, detail: SECRET },
    },
  ];
  for (const entry of entries) {
    const stored = JSON.stringify(redactEntry(entry as RecordingEntry, redaction));
    expect(stored).not.toContain(SECRET);
    expect(stored).toContain('(not saved)');
  }
});

test.each([
  ['percent-encoding', 'a b/ü"&\'', (value: string) => encodeURIComponent(value)],
  [
    'percent-encoding in small letters',
    'a b/ü"&',
    (value: string) => encodeURIComponent(value).replace(/%../g, (code) => code.toLowerCase()),
  ],
  ['a form', 'a b/ü"&', (value: string) => new URLSearchParams({ v: value }).toString().slice(2)],
  ['JSON', 'a "b" \\c', (value: string) => JSON.stringify(value).slice(1, -1)],
  [
    'HTML',
    `a <b> & "c"`,
    (value: string) => value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;'),
  ],
  ['base64', SECRET, (value: string) => Buffer.from(value).toString('base64')],
  ['base64 of user and password', SECRET, (value: string) => Buffer.from(`ana:${value}`).toString('base64')],
  ['base64 of JSON', SECRET, (value: string) => Buffer.from(JSON.stringify({ token: value, id: 7 })).toString('base64')],
  ['base64 for URLs', 'h?>~h?>~h?>', (value: string) => Buffer.from(`u:${value}`).toString('base64url')],
])('it is found in %s', (_, value, encode) => {
  const text = `before ${encode(value)}, after`;
  expect(ofToken(value).words(text)).toBe('before (not saved), after');
});

test('what a value consists of is found as well: a password in base64, fields of a body that their names give away', () => {
  const basic = `Basic ${Buffer.from('ana:wombat-hat').toString('base64')}`;
  const body = JSON.stringify({ login: { password: 'velvet-harbour', lang: 'english-gb' } });
  const redaction = redactionOf(setupOf({}, { headers: pairs({ authorization: basic }), body }));
  expect(redaction.words('wombat-hat, velvet-harbour, english-gb')).toBe('(not saved), (not saved), english-gb');
});

test('common values are not looked for where nothing readable would be left', () => {
  const said = (value: string, text: string): string => ofToken(value).text(text);
  for (const value of ['1', 'on', 'true', 'null', 'localhost', 'production']) {
    expect(said(value, `${value} is ${value}`)).toBe(`${value} is ${value}`);
    expect(ofToken(value).setup(setupOf({ args: [value] })).target).toMatchObject({ args: [value] });
  }
  // A number is one in what the program says only: elsewhere it is a port.
  expect([said('4821', 'the pin 4821, not 48210'), ofToken('4821').url('http://127.0.0.1:4821/')]).toEqual([
    'the pin (not saved), not 48210',
    'http://127.0.0.1:4821/',
  ]);
  // A short value stands alone, also behind what JSON and URLs write before it.
  expect(said('rosebud', 'rosebuds, rosebud, "a\\nrosebud", a%3Drosebud')).toBe(
    'rosebuds, (not saved), "a\\n(not saved)", a%3D(not saved)',
  );
  // A word is no secret in the name of a package or a function.
  const redaction = ofToken('postgres');
  const url = 'file:///srv/node_modules/postgres/index.js';
  expect([redaction.code(url), redaction.text('user postgres')]).toEqual([url, 'user (not saved)']);
  expect(redaction.setup(setupOf({ script: '/srv/postgres/app.js' })).target).toMatchObject({ script: '/srv/postgres/app.js' });
});

test('a copy without values has none of them in routes, outgoing calls and names of code either', () => {
  const setup = setupOf({ env: pairs({ API_TOKEN: SECRET }), args: ['copper'] });
  const edit = leaveOut({ without: ['values'], setups: [setup], places: () => [], hosts: new HostCollector() });
  const served = { routes: [`GET /${SECRET}`], calls: [{ to: `http://${SECRET}.example` }], rows: 1 };
  expect(edit('served.json', served)).toEqual({
    routes: ['GET /(not saved)'],
    calls: [{ to: 'http://(not saved).example' }],
    rows: 1,
  });
  expect(edit('profiles/1.cpuprofile', { url: `/srv/${SECRET}.js`, name: 'copper' })).toEqual({
    url: '/srv/(not saved).js',
    name: 'copper',
  });
  expect(createFullRedaction([setup]).words('copper')).toBe('(not saved)');
});

test('the list of what a file tells finds the value of one setting in all other places', () => {
  const recording = new RunRecording();
  const header = { ...syntheticHeader(), setup: setupOf({ env: pairs({ API_TOKEN: 'wombat-hat' }) }, { url: '/of/wombat-hat' }) };
  const entries: RecordingEntry[] = [
    { type: 'header', header },
    { type: 'output', stream: 'stdout', text: 'connects with wombat-hat\n', at: 0 },
    { type: 'notes', text: 'It is wombat-hat.' },
    { type: 'warning', says: say('load.notAUrl', { url: 'wombat-hat' }) },
  ];
  for (const entry of entries) recording.apply(entry);
  const collector = new PrivateCollector();
  collector.addRun(recording, '');
  const { facts } = collector.facts();
  const of = (about: string) => facts.find((fact) => fact.about === about);
  expect(of('outputSecrets')).toMatchObject({ count: 1, example: 'connects with (in the file, hidden here)' });
  // Variable, URL, notes and warning.
  expect(of('suspicious')).toMatchObject({ count: 4 });
  expect(JSON.stringify(facts)).not.toContain('wombat-hat');
});
