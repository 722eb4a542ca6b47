import { expect, test } from 'vitest';
import { PrivateCollector } from '../../../../shared/copies/private-facts.ts';
import type { PrivateFact, PrivateSubject } from '../../../../shared/privacy/fact-collector.ts';
import type { RecordingEntry } from '../../../../shared/session/entries.ts';
import { importText } from '../../../../shared/session/importers.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { foreignFiles } from '../../../helpers/foreign-files.ts';
import { planOf } from '../../../helpers/plans.ts';
import { AUTOCANNON_RESULT, SYNTHETIC_SETUP, syntheticEntries, syntheticHeader } from '../../../helpers/synthetic-recording.ts';
import { verbatim } from '../../../helpers/worded.ts';

function recordingOf(...entries: RecordingEntry[]): RunRecording {
  const recording = new RunRecording();
  for (const entry of entries) recording.apply(entry);
  return recording;
}

function factsOf(recording: RunRecording): Partial<Record<PrivateSubject, PrivateFact>> {
  const collector = new PrivateCollector();
  collector.addRun(recording, '');
  return Object.fromEntries(collector.facts().facts.map((fact) => [fact.about, fact]));
}

const header = (target: object, load: object = {}): RecordingEntry => {
  const setup = { ...SYNTHETIC_SETUP, target: { ...SYNTHETIC_SETUP.target, ...target }, ...planOf(load) };
  return { type: 'header', header: { ...syntheticHeader(), setup } };
};

test('lists folders, machines and variables with count, place and an example', () => {
  const facts = factsOf(
    recordingOf(
      header(
        {
          script: '/home/ana/shop/server.js',
          env: [
            { name: 'NODE_ENV', value: 'production' },
            { name: 'TOKEN', value: '(not saved 1)' },
          ],
        },
        { url: 'http://shop.example:8080/cart?page=2&key=(not saved 2)', body: '(not saved 3)', allowHost: 'shop.example' },
      ),
      { type: 'resolved', node: '22.1.0', nodePath: '/Users/grace/node', url: 'http://127.0.0.1:3000/cart', agent: true },
      { type: 'output', stream: 'stdout', text: 'hello\nconnected with password=hunter2\n', at: 0 },
      { type: 'notes', text: 'For the class.' },
      {
        type: 'end',
        ending: 'failed',
        failure: { code: 'unreachable', says: verbatim('No db at postgres://db.internal/x'), hint: null, detail: 'at x' },
      },
    ),
  );
  expect(facts.users).toMatchObject({ count: 2, example: 'ana', parts: ['manifest.json'] });
  expect(facts.hosts).toMatchObject({ count: 2, example: 'shop.example' });
  expect(facts.environment).toMatchObject({ count: 2, hidden: 1, example: 'NODE_ENV=production' });
  expect(facts.parameters).toMatchObject({ count: 2, hidden: 1, example: 'page=2' });
  expect(facts.bodies).toMatchObject({ count: 1, hidden: 1, example: null });
  expect(facts.output).toMatchObject({ count: 38, example: 'hello', parts: ['output.txt'] });
  expect(facts.outputSecrets).toMatchObject({ count: 1, example: 'connected with password=(in the file, hidden here)' });
  expect(facts.messages).toMatchObject({ count: 'No db at postgres://db.internal/x'.length + 'at x'.length });
  expect(facts.notes).toMatchObject({ count: 14, example: 'For the class.' });
  expect(facts.machine).toMatchObject({ count: 3, example: 'Linux 6.1' });
  expect(facts.suspicious).toBeUndefined();
});

test('finds secrets stored by an earlier version without showing them', () => {
  const facts = factsOf(
    recordingOf(header({ args: ['--password', 'hunter2'], env: [{ name: 'API_KEY', value: 'hunter2' }] }, { url: '/?token=hunter2' }), {
      type: 'warning',
      says: verbatim('password: hunter2'),
    }),
  );
  expect(facts.suspicious).toMatchObject({ count: 4, parts: ['manifest.json'] });
  expect(JSON.stringify(facts)).not.toContain('hunter2');
  // They do not look like values that were left out.
  expect(JSON.stringify(facts)).not.toContain('(not saved');
  for (const about of ['suspicious', 'environment', 'parameters'] as const)
    expect(facts[about]!.example).toContain('(in the file, hidden here)');
});

test('examples show control, bidirectional and invisible characters as escapes', () => {
  const { names, output } = factsOf(
    recordingOf(
      { type: 'header', header: syntheticHeader('x', 'a\u202eb\u200bc\u001b[31m') },
      { type: 'output', stream: 'stdout', text: '\u001b]0;x\u0007', at: 0 },
    ),
  );
  expect(names!.example).toBe('a\\u202eb\\u200bc\\u001b[31m');
  expect(output!.example).toBe('\\u001b]0;x\\u0007');
});

test('lists host and times in the results of autocannon', () => {
  const result = { ...AUTOCANNON_RESULT, url: 'http://shop.example:3000/?token=hunter2hunter2' };
  const { hosts, times, suspicious } = factsOf(recordingOf({ type: 'autocannon', result }));
  expect(hosts).toMatchObject({ count: 1, example: 'shop.example', parts: ['autocannon.json'] });
  expect(times).toMatchObject({ count: 2, parts: ['autocannon.json'] });
  expect(suspicious).toMatchObject({ count: 1, parts: ['autocannon.json'] });
  expect(suspicious!.example).not.toContain('hunter2');
});

test('a profile of another tool is not a run and has the name of its file', () => {
  const [name, content] = [...foreignFiles()].find(([file]) => file === 'evented.json')!;
  const read = importText(content.toString(), name);
  if (!read?.ok) throw new Error('The fixture cannot be read');
  const collector = new PrivateCollector();
  collector.addRun(RunRecording.ofImported({ ...read.value, file: name }), '');
  const { runs, facts } = collector.facts();
  expect(runs).toBe(0);
  expect(facts.find(({ about }) => about === 'names')).toMatchObject({ count: 1, example: name, parts: ['manifest.json'] });
});

test('counts functions and paths of profiles and ticks, those of several runs once', () => {
  const collector = new PrivateCollector();
  for (let run = 0; run < 2; run++) collector.addRun(recordingOf(...syntheticEntries({ seconds: 1.2, rowsPerSecond: 10 })), 'runs/*/');
  const { runs, facts } = collector.facts();
  expect(runs).toBe(2);
  const functions = facts.find(({ about }) => about === 'functions')!;
  expect(functions.parts).toEqual(['runs/*/profiles/*.cpuprofile', 'runs/*/ticks.json']);
  expect(facts.find(({ about }) => about === 'names')!.count).toBe(1);
});
