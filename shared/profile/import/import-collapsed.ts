/** Opens "collapsed stacks", the line format of flamegraph.pl and its relatives: `outer;inner 42`. */
import { shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import { checkTextLength } from '../../foreign/check-text-length.ts';
import type { Imported, Importer } from '../../foreign/importer.ts';
import { RECORD_AGAIN, refuse } from '../../foreign/refuse.ts';
import { packageOfOtherLanguage } from '../../model/profile/other-languages.ts';
import { say } from '../../words/said.ts';
import { type NamedFrame, notesOfBuilders, ProfileBuilder } from './profile-builder.ts';
import { functionOfLine, parseFrame } from './py-spy.ts';
import { asWeight, type Counted, canBeSamples, chooseCounted } from './what-is-counted.ts';

const COUNT = /^\d+(?:\.\d+)?$/;
const COMMENT = '# ';
const SEPARATOR = ';';
/** Where the kernel lets another thread run: stacks of time off the CPU end there. */
const SWITCHES = /;(?:__)?(?:schedule|finish_task_switch)[^;]*$/;

/** A function as py-spy names it, `main (app.py:12)`: what it writes in this format (`-f raw`) are always counts of samples. */
const OF_PY_SPY = / \((?:[^;()]*\.pyx?|<[^;()<>]*>):\d+\)(?:;|$)/;

/** The lines that its files begin on are those of functions where it was asked for them; otherwise each is on the line that ran. */
const MODULE = '<module> (';
/** What a stack of the main thread begins with, behind its process and thread (`-t`, `-s`): the file that was run. */
const PROGRAM = /^(?:(?:process|thread) [^;]*;)*<module> \(([^;()/\\]*\.py):\d+\)/;
const MODULE_BELOW_FIRST = /<module> \([^;()]*:(?![01]\))\d+\)/;

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
  let total = 0;
  const programs = new Set<string>();
  let [stacks, offCpu, pySpy, withoutStack, modules, belowFirst] = [0, 0, 0, 0, 0, 0];
  for (const [number, line, parsed] of linesOf(text)) {
    if (parsed === null) refuse('damaged', say('foreign.noCount', { name, line: number, text: quote(line) }), RECORD_AGAIN);
    total += parsed.count;
    if (total > Number.MAX_SAFE_INTEGER) refuse('damaged', say('foreign.sumOfCounts', { name, line: number }));
    if (isWithoutStack(parsed)) withoutStack += parsed.count;
    else stacks += 1;
    if (OF_PY_SPY.test(parsed.stack)) pySpy += 1;
    if (SWITCHES.test(parsed.stack)) offCpu += 1;
    if (parsed.stack.includes(MODULE)) modules += 1;
    const program = PROGRAM.exec(parsed.stack)?.[1];
    if (program !== undefined && packageOfOtherLanguage(program) !== null) programs.add(program);
    if (MODULE_BELOW_FIRST.test(parsed.stack)) belowFirst += 1;
  }
  // Threads without Python have no such function.
  const isOfPySpy = 2 * pySpy > stacks;
  const builder = new ProfileBuilder(name, isOfPySpy);
  const stacksOf = isOfPySpy ? new StacksOfPySpy(builder, modules === 0 || belowFirst > 0, programs) : new Stacks(builder);
  for (const [, , parsed] of linesOf(text)) stacksOf.add(parsed!);
  const counted = builder.build({ thread: 0, unit: 'samples' }, 0);
  const canBe = 2 * offCpu <= stacks && canBeSamples(counted.weights!, name);
  const known: Counted = !canBe ? 'other' : isOfPySpy ? 'samples' : 'unknown';
  const { isSampled, values } = chooseCounted(known, name, value);
  return {
    format: 'collapsed',
    profiles: [isSampled ? counted : asWeight(counted)],
    titles: [''],
    hasPlaces: isOfPySpy,
    ticks: null,
    ...(values === undefined ? {} : { values }),
    notes: [
      say(noteOf(known, isSampled)),
      ...(isOfPySpy ? [say('foreign.pathsOfPySpy')] : []),
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

/** Those with a stack and a number, each with its own from 1; null: it has none. */
function* linesOf(text: string): Generator<readonly [number: number, line: string, parsed: Line | null]> {
  for (let start = 0, number = 1; start < text.length; number++) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const line = text.slice(start, end).trimEnd();
    start = end + 1;
    if (line !== '' && !line.startsWith(COMMENT)) yield [number, line, parseLine(line)];
  }
}

/** Puts stacks into a profile; functions have names alone. */
class Stacks {
  private readonly functions = new Map<string, number>();

  constructor(protected readonly builder: ProfileBuilder) {}

  add({ stack, count }: Line): void {
    let [node, innermost] = [0, ''];
    for (let start = 0; start <= stack.length; ) {
      const found = stack.indexOf(';', start);
      const end = found < 0 ? stack.length : found;
      // Some writers begin a stack with a `;`.
      if (end > start) {
        innermost = stack.slice(start, end);
        const frame = this.functions.get(innermost) ?? this.builder.frame(this.frameOf(innermost));
        this.functions.set(innermost, frame);
        node = this.builder.child(node, frame);
      }
      start = end + 1;
    }
    this.builder.sample(node, count);
    this.place(node, innermost, count);
  }

  protected frameOf(text: string): NamedFrame {
    return { name: text, url: '', line: -1, column: -1 };
  }

  /** Says on which line it was. */
  protected place(_node: number, _innermost: string, _count: number): void {}
}

/** With places. */
class StacksOfPySpy extends Stacks {
  /** `programs`: files that were run, of those that are called like a module of the standard library. */
  constructor(
    builder: ProfileBuilder,
    private readonly isByLine: boolean,
    private readonly programs: ReadonlySet<string>,
  ) {
    super(builder);
  }

  protected override frameOf(text: string): NamedFrame {
    const frame = parseFrame(text);
    const own = this.programs.has(frame.url) ? { ...frame, url: `./${frame.url}` } : frame;
    return this.isByLine ? functionOfLine(own) : own;
  }

  protected override place(node: number, innermost: string, count: number): void {
    if (this.isByLine) this.builder.line(node, parseFrame(innermost).line + 1, count);
  }
}

function quote(line: string): string {
  return showHidden(shorten(line, 60));
}
