import { beforeEach, expect, test } from 'vitest';
import type { RequestInWork } from '../../../../../electron/engine/agent/requests/work.ts';
import { type AnsweredMessage, ThreadMessages } from '../../../../../electron/engine/agent/waits/thread-messages.ts';
import { NO_OWNER, UNKNOWN_LINE, UNKNOWN_OWNER } from '../../../../../electron/engine/agent/waits/wait-ring.ts';

let ended: number[][];
let port: ThreadMessages;

beforeEach(() => {
  ended = [];
  port = new ThreadMessages(({ start, end, line, request }: AnsweredMessage) => ended.push([start, end, line, request]));
});

/** `waitingSince`: when it ran last. */
function request(number: number, waitingSince = 0): RequestInWork & { isEnded: boolean } {
  return { request: number, running: 0, inSegment: 0, leftAt: 0, isEnded: false, waitingSince, exchanges: [] };
}

const [A, B, C] = [request(1), request(2, 5), request(3, 6)];

const post = (time: number, by: RequestInWork): void => port.posted(time, by.request, by, Number.NaN);
/** In the context of a connection, as pools do. */
const postOfPool = (time: number): void => port.posted(time, UNKNOWN_OWNER, null, Number.NaN);

/** A message comes; `within`: what is done in its callback. */
function message(time: number, asking: readonly RequestInWork[], within: () => void = () => {}, isElse = false): void {
  port.beginCallback(time);
  within();
  port.endCallback(asking, isElse, isElse);
}

test('a message is of the request that goes on after the reply, in whichever order replies come', () => {
  post(10, A);
  post(11, B);
  message(20, [B]);
  message(30, [A]);
  expect(ended).toEqual([
    [11, 20, 0, 2],
    [10, 30, 0, 1],
  ]);
});

test('one that a pool posts when a thread is free was in line since its request last ran, but not known of the first', () => {
  post(10, A);
  message(15, [A], () => postOfPool(16));
  message(20, [A], () => postOfPool(21));
  message(30, [B], () => postOfPool(31));
  message(40, [C]);
  expect(ended).toEqual([
    [10, 15, 0, 1],
    [16, 20, UNKNOWN_LINE, 1],
    [21, 30, 16, 2],
    [31, 40, 25, 3],
  ]);
});

test('what is posted after a message was read is not answered by it', () => {
  post(10, A);
  const read = port.readNow(20);
  // A pool gives the thread its next task before it tells whose the last one was.
  postOfPool(20);
  port.answer(read, A);
  message(30, [B]);
  expect(ended.map(([start, end, , of]) => [start, end, of])).toEqual([
    [10, 20, 1],
    [20, 30, 2],
  ]);
});

test('a message after which nobody goes on is no reply, nor one for which another request than the one that waits goes on', () => {
  post(10, A);
  message(15, []);
  message(16, [B]);
  message(17, [], () => {}, true);
  message(20, [A]);
  expect(ended).toEqual([[10, 20, 0, 1]]);
});

test('of two that a pool has posted, one is answered, and which one is not told', () => {
  post(5, A);
  message(6, [A]);
  postOfPool(10);
  postOfPool(11);
  message(20, [B]);
  message(21, [C]);
  expect(ended).toHaveLength(1);
  // Those after them are told.
  postOfPool(30);
  message(40, [B]);
  expect(ended[1]).toEqual([30, 40, 25, 2]);
});

test('of whom a message was is not known if it is read in between, and of nobody if the program waits for itself', () => {
  post(10, A);
  port.answer(port.readNow(20), null);
  port.posted(30, NO_OWNER, null, Number.NaN);
  message(40, [], () => {}, true);
  expect(ended).toEqual([
    [10, 20, UNKNOWN_LINE, UNKNOWN_OWNER],
    [30, 40, UNKNOWN_LINE, NO_OWNER],
  ]);
});

test('what wanted no reply does not stand in the way once its request is over', () => {
  const logs = request(7);
  post(5, A);
  message(6, [A]);
  post(10, logs);
  logs.isEnded = true;
  postOfPool(20);
  message(30, [B]);
  expect(ended[1]).toEqual([20, 30, 15, 2]);
});
