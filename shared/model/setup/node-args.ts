/** Flags of Node for the script (`--max-old-space-size=200 --import tsx`), and those that a run cannot have. */
import { say } from '../../words/said.ts';
import type { Refusal } from './setting.ts';

/** Node takes their value from the next word. Those of V8 take it behind `=` only. */
const TAKES_NEXT = new Set([
  '-r',
  '--require',
  '--import',
  '--loader',
  '--experimental-loader',
  '-C',
  '--conditions',
  '--env-file',
  '--env-file-if-exists',
]);

/** What Loopscope does itself: twice would disturb the measurement, or keep it from starting. */
const RECORDS = /^--(?:prof|no-logfile-per-isolate|logfile|cpu-prof|heap-prof)(?:$|-)/;
const STOPS = /^--(?:inspect|debug|no-inspect)(?:$|-)/;
const RESTARTS = /^--watch(?:$|-)/;
/** With these, Node does something else than running the script. */
const NO_SCRIPT =
  /^(?:-[ecipvh]|-pe|--eval|--print|--check|--interactive|--version|--help|--test|--run|--v8-options|--build-snapshot|--experimental-sea-config|--prof-process)$/;

/** Null: a run can have them. */
export function findNodeArgsProblem(words: readonly string[]): Refusal | null {
  for (const [at, word] of words.entries()) {
    const flag = flagOf(word);
    if (NO_SCRIPT.test(flag)) return { says: say('target.nodeArgNoScript', { flag }), hint: say('target.leaveOutNodeArg') };
    if (RECORDS.test(flag)) return { says: say('target.nodeArgRecords', { flag }), hint: say('target.chooseCapture') };
    if (STOPS.test(flag)) return { says: say('target.nodeArgDebugs', { flag }), hint: say('target.leaveOutNodeArg') };
    if (RESTARTS.test(flag)) return { says: say('target.nodeArgRestarts', { flag }), hint: say('target.leaveOutNodeArg') };
    const isValue = at > 0 && TAKES_NEXT.has(words[at - 1]!);
    if (!isValue && !/^--?[A-Za-z]/.test(word)) return { says: say('target.nodeArgAlone', { word }), hint: say('target.nodeArgForm') };
  }
  return null;
}

/** As Node reads it: without its value, underscores as dashes. */
function flagOf(word: string): string {
  return /^-[^=]*/.exec(word)?.[0].replace(/(?<=.)_/g, '-') ?? '';
}

/** How many words at the beginning are flags of Node with their values: the next one is the script. */
export function countNodeArgs(words: readonly string[]): number {
  const at = words.findIndex((word, index) => !word.startsWith('-') && !TAKES_NEXT.has(words[index - 1] ?? ''));
  return at < 0 ? words.length : at;
}
