/** The process that reads files from other people, as far as it is loaded at once; the rest is `answer-questions.ts`, in a file of its own. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { evaluateFile } from '../machine/code-cache.ts';
import type * as rest from './answer-questions.ts';

type Wrapped = (module: { exports: unknown }, require: NodeJS.Require) => void;

const module = { exports: {} as typeof rest };
const file = join(dirname(fileURLToPath(import.meta.url)), 'answer-questions.cjs');
const { value, keep } = evaluateFile(file, 'read');
(value as Wrapped)(module, createRequire(file));
let hasReplied = false;
module.exports.answerQuestions(() => {
  // Whoever asked ends this process when it has what it wants, so its end would be too late.
  if (!hasReplied) setImmediate(keep);
  hasReplied = true;
});
