/**
 * What the process that reads files from other people does: it takes one question after the other and holds nothing but the file that is being read.
 * Where no process can be started (inside the desktop program) it is a worker thread.
 */
import { isMainThread, parentPort } from 'node:worker_threads';
import { FailureError } from '../../../shared/model/failure.ts';
import type { Done, Progress, Question, Reply } from './protocol.ts';
import { FileReading } from './read-file.ts';

const reading = new FileReading();

async function replyTo(question: Question, send: (progress: Progress) => void): Promise<Reply> {
  try {
    return { type: 'reply', value: await reading.replyTo(question, (done) => send({ type: 'progress', done })) };
  } catch (error) {
    if (error instanceof FailureError) return { type: 'refused', failure: error.failure };
    return { type: 'bug', stack: (error as Error)?.stack ?? String(error) };
  }
}

/** `onReply`: called after each. */
export function answerQuestions(onReply: () => void): void {
  const hear = (question: Question | Done, send: (reply: Reply | Progress) => void): void => {
    if (question.name === 'done') reading.close();
    else void replyTo(question, send).then(send).then(onReply);
  };
  if (isMainThread) {
    process.on('message', (question: Question | Done) => hear(question, (reply) => process.send!(reply)));
    // The engine has ended and waits for no response.
    process.on('disconnect', () => process.exit(0));
  } else {
    parentPort!.on('message', (question: Question | Done) => hear(question, (reply) => parentPort!.postMessage(reply)));
  }
}
