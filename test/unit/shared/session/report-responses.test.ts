/** What the server wrote around a response that was kept: to which stream, how much of it, and why there is nothing. */
import { expect, test } from 'vitest';
import { keptResponsesOf } from '../../../../shared/derive/sections/responses.ts';
import type { OutputStream } from '../../../../shared/model/run.ts';
import { tellKeptResponse } from '../../../../shared/phrases/kept-responses.ts';
import type { RecordingEntry } from '../../../../shared/session/entries.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { SYNTHETIC_ANSWERS, syntheticHeader } from '../../../helpers/synthetic-recording.ts';

const FAILED = SYNTHETIC_ANSWERS.find(({ status }) => status === 503)!;
const ORIGIN = FAILED.at - 700_000;

interface Made {
  readonly written?: readonly (readonly [stream: OutputStream, ms: number, text: string])[];
  readonly header?: Partial<ReturnType<typeof syntheticHeader>>;
  readonly dropped?: number;
}

/** `ms`: after the response had ended. */
function reported({ written = [], header = {}, dropped = 0 }: Made) {
  const recording = new RunRecording();
  const entries: RecordingEntry[] = [
    { type: 'header', header: { ...syntheticHeader(), ...header } },
    { type: 'origin', clock: ORIGIN },
    ...written.map(([stream, ms, text]): RecordingEntry => ({ type: 'output', stream, text, at: FAILED.at + ms * 1_000 })),
    ...(dropped > 0 ? [{ type: 'output-dropped', bytes: dropped } as const] : []),
    { type: 'answers', answers: [FAILED] },
  ];
  for (const entry of entries) recording.apply(entry);
  return keptResponsesOf(recording, ORIGIN, ORIGIN + 1e7)![0]!;
}

const silenceOf = (made: Made): string => tellKeptResponse(reported(made)).silence;

test('both streams are shown, each as itself; what the load command wrote is not the server’s', () => {
  const answer = reported({
    written: [
      ['stdout', -200, 'too early\n'],
      ['stdout', -1, '{"level":50,"msg":"card declined"}\n'],
      ['client', 0, 'a client\n'],
      ['stderr', 2, 'Error: declined\n'],
      ['stdout', 1_200, 'too late\n'],
    ],
  });
  expect(answer).toMatchObject({ stdout: '{"level":50,"msg":"card declined"}\n', stderr: 'Error: declined\n' });
  expect(tellKeptResponse(answer)).toMatchObject({ stdout: '{"level":50,"msg":"card declined"}', stderr: 'Error: declined', silence: '' });
});

test('of a log with a line for each request, what is shown is from the moment of the response on, and what was written before it only as far as there is room', () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: (to - from) / 10 }, (_, nth): ['stdout', number, string] => {
      const ms = from + nth * 10;
      return ['stdout', ms, `${JSON.stringify({ ms, msg: 'x'.repeat(200) })}\n`];
    });
  const busy = reported({ written: lines(-90, 900) }).stdout;
  expect(busy.length).toBeLessThanOrEqual(2_000);
  expect(busy).toMatch(/^\{"ms":-20,/);
  const quiet = reported({ written: lines(-110, 20) }).stdout;
  expect(quiet.length).toBeLessThanOrEqual(2_000);
  expect(quiet).toMatch(/^\{"ms":-70,.*\{"ms":10,"msg":"x+"\}\n$/s);
});

test('where there is nothing, it is said why', () => {
  expect(silenceOf({})).toBe('The server wrote nothing to stdout or stderr meanwhile.');
  expect(silenceOf({ dropped: 5_000 })).toBe(
    'What the server may have written meanwhile was not kept: it printed more than Loopscope records.',
  );
  expect(silenceOf({ header: { leftOut: ['output'] } })).toBe('The output of the server was left out when this copy was saved.');
  const { setup } = syntheticHeader();
  expect(silenceOf({ header: { setup: { ...setup, target: { kind: 'url', server: 'http://127.0.0.1:1/' } } } })).toBe(
    'The output of a server that was up already is not recorded.',
  );
});
