import { expect, test } from 'vitest';
import { PrivateCollector } from '../../../../shared/copies/private-facts.ts';
import { redactEntry } from '../../../../shared/copies/redact-entry.ts';
import { BODY_CHARACTERS, type KeptResponse, type ResponseBody } from '../../../../shared/model/kept-response.ts';
import { createRedaction } from '../../../../shared/privacy/redaction.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { SYNTHETIC_SETUP, syntheticHeader } from '../../../helpers/synthetic-recording.ts';

const TOKEN = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

function answerOf(text: string, ...headers: [name: string, value: string][]): KeptResponse {
  const head = { line: 'HTTP/1.1 500 Oops', headers: headers.map(([name, value]) => ({ name, value })), isCut: false };
  const body: ResponseBody = { kind: 'text', type: '', coding: '', wireBytes: null, decodedBytes: null, text, isCut: false };
  return { request: 0, connection: 0, status: 500, at: 1, latency: 1, bytes: 1, head, body };
}

function stored(answer: KeptResponse, keepsValues = false): KeptResponse {
  const redaction = createRedaction(keepsValues);
  redaction.setup({ ...SYNTHETIC_SETUP, requests: [{ ...SYNTHETIC_SETUP.requests[0], body: 'my-own-body' }] });
  const entry = redactEntry({ type: 'answers', answers: [answer] }, redaction);
  return entry.type === 'answers' ? entry.answers[0]! : answer;
}

test('the digest of a response is told whole, unless it is a value of the session', () => {
  const { head } = stored(answerOf('', ['ETag', `W/"7b-${TOKEN}"`], ['etag', '"my-own-body"']));
  expect(head!.headers.map(({ value }) => value)).toEqual([`W/"7b-${TOKEN}"`, '"(not saved)"']);
});

test('secrets in headers and bodies of responses are not stored; what says what is wrong is', () => {
  const { head, body } = stored(
    answerOf(
      `{"error":"no such user","password":"hunter2","echo":"my-own-body","key":"${TOKEN}"}`,
      ['Set-Cookie', 'sid=hunter2; Path=/'],
      ['X-Api-Key', 'hunter2'],
      ['Location', '/login?token=hunter2&next=/cart'],
      ['X-Trace', TOKEN],
      ['Retry-After', '30'],
    ),
  );
  expect(JSON.stringify([head, body])).not.toMatch(/hunter2|my-own-body|ghp_/);
  expect(body!.text).toContain('"error":"no such user"');
  expect(head!.headers.map(({ value }) => value)).toEqual([
    '(not saved)',
    '(not saved)',
    '/login?token=(not saved)&next=/cart',
    '(not saved)',
    '30',
  ]);
});

test('a secret across the cut is not kept by half, and every body is cut', () => {
  const text = `${'x '.repeat(BODY_CHARACTERS / 2 - 5)}${TOKEN} and more`;
  expect(stored(answerOf(text)).body!.text).not.toContain('ghp_');
  for (const keepsValues of [true, false]) {
    const { body } = stored(answerOf('long '.repeat(2_000)), keepsValues);
    expect([body!.text.length, body!.isCut]).toEqual([BODY_CHARACTERS, true]);
  }
});

test('the private view lists them, and conceals a secret that was stored', () => {
  const recording = new RunRecording();
  recording.apply({ type: 'header', header: { ...syntheticHeader(), keepsValues: true } });
  recording.apply({
    type: 'answers',
    answers: [answerOf('password=hunter2\n', ['Set-Cookie', 'sid=hunter2'], ['server', 'nginx'], ['ETag', `W/"7b-${TOKEN}"`])],
  });
  const collector = new PrivateCollector();
  collector.addRun(recording, '');
  const { facts } = collector.facts();
  const of = (about: string) => facts.find((fact) => fact.about === about);
  expect(of('answerHeaders')).toMatchObject({ count: 3, example: 'server=nginx', parts: ['answers.json'] });
  expect(of('answerBodies')).toMatchObject({ count: 17 });
  expect(of('suspicious')).toMatchObject({ count: 2 });
  expect(JSON.stringify(facts)).not.toContain('hunter2');
});
