/** What a program that is started without a shell cannot have in its command. */
import { say } from '../../words/said.ts';
import type { Refusal } from './setting.ts';
import { splitWords } from './shell-words.ts';

/** Quoted and escaped, they are characters like any other. */
const QUOTED = /\\[\s"'\\]|'[^']*'|"(?:\\["\\]|\\(?!["\\])|[^"\\])*\\?"/g;
const OF_SHELL = /&&|\|\||[|;&<>`]|\$[\w({]\w*/;

/** Null: it can be started. Nothing typed is not yet wrong. */
export function findCommandProblem(command: string): Refusal | null {
  const { words, openQuote } = splitWords(command);
  if (openQuote) return { says: say('target.commandQuote'), hint: say('target.closeQuote') };
  const [, operator] = new RegExp(`(${OF_SHELL.source})`).exec(command.replace(QUOTED, ' ')) ?? [];
  if (operator !== undefined) return { says: say('target.commandOfShell', { operator }), hint: say('target.startShell') };
  const [first = ''] = words;
  if (/^\w+=/.test(first)) return { says: say('target.commandVariable', { word: first }), hint: say('target.giveEnv') };
  return null;
}
