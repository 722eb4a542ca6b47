/** Opens "collapsed stacks", the line format of flamegraph.pl and its relatives: `outer;inner 42`. */
import { shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import { checkTextLength } from '../../foreign/check-text-length.ts';
import type { Imported, Importer } from '../../foreign/importer.ts';
import { RECORD_AGAIN, refuse } from '../../foreign/refuse.ts';
import { say } from '../../words/said.ts';
import { notesOfBuilders, ProfileBuilder } from './profile-builder.ts';
import { asWeight, type Counted, canBeSamples, chooseCounted } from './what-is-counted.ts';

const COUNT = /^\d+(?:\.\d+)?$/;
const COMMENT = '# ';
const SEPARATOR = ';';
/** Where the kernel lets another thread run: stacks of time off the CPU end there. */
const SWITCHES = /;(?:__)?(?:schedule|finish_task_switch)[^;]*$/;

/** A function as py-spy names it, `main (app.py:12)`: what it writes in this format (`-f raw`) are always counts of samples. */
const OF_PY_SPY = / \((?:[^;()]*\.pyx?|<[^;()<>]*>):\d+\)(?:;|$)/;

export const COLLAPSED: Importer = {
  // A list of words and numbers is not meant; a stack of more than one function is.
  sniff({ lines, includes }) {
    const told = lines.filter((line) => !line.startsWith(COMMENT) && !isWithoutStack(parseLine(line)));
    const stacks = told.map(parseLine).filter((line) => line !== null);
    if (2 * stacks.length <= told.length) return false;
    return stacks.some(({ stack }) => stack.includes(SEPARATOR)) || (stacks.length === told.length && includes(SEPARATOR));
  },
  hasValues: true,
  read: readCollapsed,
};

function readCollapsed(text: string, name: string, value: string | null = null): Imported {
  checkTextLength(text, name);
  const builder = new ProfileBuilder(name, false);
  const functions = new Map<string, number>();
  let total = 0;
  let [stacks, offCpu, pySpy, withoutStack] = [0, 0, 0, 0];
  for (let start = 0, number = 1; start < text.length; number++) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const line = text.slice(start, end).trimEnd();
    start = end + 1;
    if (line === '' || line.startsWith(COMMENT)) continue;
    const parsed = parseLine(line);
    if (parsed === null) refuse('damaged', say('foreign.noCount', { name, line: number, text: quote(line) }), RECORD_AGAIN);
    total += parsed.count;
    if (total > Number.MAX_SAFE_INTEGER) refuse('damaged', say('foreign.sumOfCounts', { name, line: number }));
    if (isWithoutStack(parsed)) withoutStack += parsed.count;
    else stacks += 1;
    if (OF_PY_SPY.test(parsed.stack)) pySpy += 1;
    if (SWITCHES.test(parsed.stack)) offCpu += 1;
    builder.sample(addStack(builder, functions, parsed.stack), parsed.count);
  }
  const counted = builder.build({ thread: 0, unit: 'samples' }, 0);
  const canBe = 2 * offCpu <= stacks && canBeSamples(counted.weights!, name);
  // Threads without Python have no such function.
  const known: Counted = !canBe ? 'other' : 2 * pySpy > stacks ? 'samples' : 'unknown';
  const { isSampled, values } = chooseCounted(known, name, value);
  return {
    format: 'collapsed',
    profiles: [isSampled ? counted : asWeight(counted)],
    titles: [''],
    hasPlaces: false,
    ticks: null,
    ...(values === undefined ? {} : { values }),
    notes: [
      say(noteOf(known, isSampled)),
      ...(withoutStack > 0 ? [say(isSampled ? 'foreign.withoutStack' : 'foreign.weightWithoutStack', { count: withoutStack })] : []),
      say('foreign.noTimes'),
      ...notesOfBuilders([builder]),
    ],
  };
}

interface Line {
  readonly stack: string;
  readonly count: number;
}

function isWithoutStack(line: Line | null): boolean {
  return line !== null && /^;*$/.test(line.stack);
}

function noteOf(known: Counted, isSampled: boolean) {
  if (known === 'other') return 'foreign.weightOfCollapsed';
  if (known === 'samples') return 'foreign.countsOfPySpy';
  return isSampled ? 'foreign.countsOfCollapsed' : 'foreign.unknownOfNumbers';
}

/** Names may have spaces: the count is the last word. In front of it, there may be no stack: what was found outside all functions. */
function parseLine(line: string): Line | null {
  const cut = Math.max(line.lastIndexOf(' '), line.lastIndexOf('\t'));
  const count = line.slice(cut + 1);
  return cut >= 0 && COUNT.test(count) ? { stack: line.slice(0, cut).trimEnd(), count: Number(count) } : null;
}

function addStack(builder: ProfileBuilder, functions: Map<string, number>, stack: string): number {
  let node = 0;
  for (let start = 0; start <= stack.length; ) {
    const found = stack.indexOf(';', start);
    const end = found < 0 ? stack.length : found;
    // Some writers begin a stack with a `;`.
    if (end > start) {
      const name = stack.slice(start, end);
      const frame = functions.get(name) ?? builder.frame({ name, url: '', line: -1, column: -1 });
      functions.set(name, frame);
      node = builder.child(node, frame);
    }
    start = end + 1;
  }
  return node;
}

function quote(line: string): string {
  return showHidden(shorten(line, 60));
}
