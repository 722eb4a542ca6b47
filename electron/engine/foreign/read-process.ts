/**
 * The process that reads files from other people: it answers one question after the other and holds nothing but the file that is being read.
 * Where no process can be started (inside the desktop program) it is a worker thread.
 */
import { isMainThread, parentPort } from 'node:worker_threads';
import { FailureError } from '../../../shared/model/failure.ts';
import type { Answer, Done, Question } from './protocol.ts';
import { FileReading } from './read-file.ts';

const reading = new FileReading();

async function answer(question: Question): Promise<Answer> {
  try {
    return { type: 'answer', value: await reading.answer(question) };
  } catch (error) {
    if (error instanceof FailureError) return { type: 'refused', failure: error.failure };
    return { type: 'bug', stack: (error as Error)?.stack ?? String(error) };
  }
}

function hear(question: Question | Done, reply: (told: Answer) => void): void {
  if (question.name === 'done') reading.close();
  else void answer(question).then(reply);
}

if (isMainThread) {
  process.on('message', (question: Question | Done) => hear(question, (told) => process.send!(told)));
  // The engine has ended and waits for no response.
  process.on('disconnect', () => process.exit(0));
} else {
  parentPort!.on('message', (question: Question | Done) => hear(question, (told) => parentPort!.postMessage(told)));
}
