/**
 * Opens what `perf script` prints of samples with stacks (Linux perf, `perf record -g`): for each sample a line that says of which thread and
 * when, then the stack, innermost function first, then an empty line.
 *
 *     node 4242/4243 [001]  5141.906523:     250000 cpu-clock:u:
 *                 1a2b3c LazyCompile:*render /app/page.js:12:8+0x51 (/tmp/perf-4242.map)
 *                 9f0e1d v8::internal::Invoke(...)+0x1b (/usr/bin/node)
 *
 * Which fields the first line has depends on the version of perf and on what it was asked for: the time, the event and all that is between may be
 * missing, and the function of a sample without a stack stands behind them.
 */
import { GrowableFloat64, GrowableInt32 } from '../../base/growable.ts';
import { MAX_NAME_LENGTH, shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import type { Microseconds } from '../../base/units.ts';
import { checkTextLength } from '../../foreign/check-text-length.ts';
import { type Glance, type Imported, type Importer, MOST_PROFILES } from '../../foreign/importer.ts';
import { RECORD_AGAIN, refuse } from '../../foreign/refuse.ts';
import { type Said, say } from '../../words/said.ts';
import { usualDistance } from '../time/stack-runs.ts';
import { findValue, tellWord } from './choose-value.ts';
import { type NamedFrame, notesOfBuilders, ProfileBuilder } from './profile-builder.ts';
import { tellApart } from './tell-apart.ts';

/** Command, process and thread or thread alone, core if it was asked for, time. */
const TIMED = /^(\S.{0,100}?)\s+(\d{1,10}(?:\/\d{1,10})?)\s+(?:\[\d{1,5}\]\s+)?(\d{1,12}\.\d{1,9}):(?:\s+(.*))?$/;
/** The same without time; behind it, the event and a function, or nothing: any other text may begin with words and a number. */
const UNTIMED =
  /^(\S.{0,100}?)\s+(\d{1,10}(?:\/\d{1,10})?)(?:\s+\[\d{1,5}\])?(?:\s+((?:\d{1,20}\s+)?[a-z_]\S*:(?:\s+[0-9a-f]{1,16}\s.*)?))?$/i;
/** How often it has happened since the last sample, and what; then what perf knows of it, or the function. */
const EVENT = /^(?:\d{1,20}\s+)?([a-z_]\S*):(?:\s+(.*))?$/i;
/** Address and symbol; the file stands in brackets at the end. Without symbols there is the address alone. */
const FRAME = /^\s+([0-9a-f]{1,16})(?:\s+(\S.*))?$/;
const IN_LINE = /^([0-9a-f]{4,16})\s+(\S.*)$/;
/** Asked for it alone, the command, of which the kernel keeps 15 characters; or nothing, and there are stacks only. */
const COMMAND = /^\S.{0,14}$/;
const ADDRESS = /^\s+[0-9a-f]{4,16}\s+\S/;
const STACK_ANYWHERE = /^[ \t]+[0-9a-f]{1,16}[ \t]+\S/m;
/** A file that was replaced since is called `(/usr/bin/node (deleted))`. */
const LIBRARY = / \(((?:[^()]|\([^()]*\))*)\)$/;
const OFFSET = /\+0x[0-9a-f]+$/;
/** What V8 calls code in a map for perf: kind, how it was compiled, name and place. */
const JAVASCRIPT = /^(?:LazyCompile|Function|JS|Script|Eval|RegExp|Builtin|BytecodeHandler|Stub|Handler):[~*^+']?(.*)$/;
const PLACE = /^(?:(.*?) )?((?:file:\/\/|node:|[a-z]:[\\/]|\/).*):(\d{1,9}):(\d{1,9})$/i;

/** Enough of the beginning to tell the form of the first samples. */
const LOOKED_AT = 10_000;
const MOST_LINES = 100;

/** Without what limits them to the user's code (`:u`), and to some of the cores (`cpu_core/cycles/`). */
const CPU_EVENTS: ReadonlySet<string> = new Set(['cpu-clock', 'task-clock', 'cycles', 'cpu-cycles', 'ref-cycles', 'bus-cycles']);

export const PERF: Importer = {
  sniff: isPerf,
  hasValues: true,
  read: (text, name, value = null) => new Reading(text, name).read(value),
};

interface Head {
  readonly thread: string;
  readonly command: string;
  /** Since the machine was started; null: it does not say. */
  readonly atUs: Microseconds | null;
  /** Empty: it does not say. */
  readonly event: string;
  /** Its only function, as it is printed; empty: it has none in this line. */
  readonly inner: string;
}

function bareHead(command: string): Head {
  return { command, thread: '', atUs: null, event: '', inner: '' };
}

const US_PER_S = 1e6;

/** As a line with a time is taken apart. */
function untimed(line: string): readonly (string | undefined)[] {
  const [whole, command, thread, rest] = UNTIMED.exec(line) ?? [];
  return [whole, command, thread, undefined, rest];
}

function parseHead(line: string): Head | null {
  const timed = TIMED.exec(line);
  const [, command = '', thread = '', time = '', rest = ''] = timed ?? untimed(line);
  if (thread === '') return null;
  const [, event = '', behind = ''] = EVENT.exec(rest) ?? [];
  const inner = IN_LINE.exec(event === '' ? rest : behind)?.[2] ?? '';
  return { command, thread, atUs: time === '' ? null : Number(time) * US_PER_S, event, inner };
}

/** `lines` has no empty ones. By the structure of the first lines, and of all where these are samples without a stack. */
function isPerf({ lines, matches }: Glance): boolean {
  const told = lines.filter((line) => !line.startsWith('#'));
  const heads = told.map(parseHead);
  // Of collapsed stacks, whose last word is a number, too, and some of which have a number alone.
  if (heads.some((head) => head !== null && head.atUs === null && head.event === '' && head.command.includes(';'))) return false;
  const isFrame = (at: number): boolean => heads[at] === null && FRAME.test(told[at] ?? '');
  if (heads.some((head, i) => head !== null && head.atUs !== null && isFrame(i + 1))) return true;
  if (areStacks(told)) return true;
  // The last line may have been cut.
  if (told.length === 0 || !told.every((_, i) => heads[i] !== null || isFrame(i) || (i > 0 && i === told.length - 1))) return false;
  if (heads[0] === null) return false;
  return (
    heads.every((head) => head === null || (head.event !== '' && head.atUs !== null)) ||
    told.some((_, i) => isFrame(i)) ||
    matches(STACK_ANYWHERE)
  );
}

/** Of stacks without any field in front of them, or with the command alone. */
function areStacks(told: readonly string[]): boolean {
  const [first = '', second = ''] = told;
  const begins = ADDRESS.test(first) || (COMMAND.test(first) && ADDRESS.test(second));
  return begins && told.every((line, i) => ADDRESS.test(line) || COMMAND.test(line) || (i > 1 && i === told.length - 1));
}

interface Thread {
  readonly title: string;
  readonly id: string;
  readonly isIdle: boolean;
}

/** The task of the kernel that a processor runs while it has nothing to do; `perf record -a` samples it as any other. */
const isIdleTask = ({ command, thread }: Pick<Head, 'command' | 'thread'>): boolean => command === 'swapper' && /^0(?:\/0)?$/.test(thread);

/** All samples of a file, before it is known which of its events are shown. */
class Reading {
  private readonly threads: Thread[] = [];
  private readonly threadOf = new Map<string, number>();
  private readonly events = new Map<string, number>();
  private readonly counts: number[] = [];
  private readonly printed = new Map<string, number>();
  private readonly stacks = new GrowableInt32();
  /** Of each sample: its thread, its event, and where its stack ends. */
  private readonly thread = new GrowableInt32();
  private readonly event = new GrowableInt32();
  private readonly end = new GrowableInt32();
  /** When each was taken; NaN: it is not known. */
  private readonly at = new GrowableFloat64();

  constructor(
    private readonly text: string,
    private readonly name: string,
  ) {}

  read(value: string | null): Imported {
    checkTextLength(this.text, this.name);
    this.readLines();
    const names = [...this.events.keys()];
    const shown = value === null ? this.preferred(names) : findValue(this.name, value, names);
    const { profiles, withoutStack, idle, timeless, samples, late } = this.build(shown);
    return {
      format: 'perf',
      values: { names, shown },
      profiles: profiles.map(({ builder, startTime, endTime }, index) =>
        builder.build({ thread: index, unit: 'samples', startTime }, endTime),
      ),
      titles: profiles.map(({ title }) => title),
      hasPlaces: true,
      ticks: null,
      notes: [
        ...(names.length > 1 ? [this.tellEvents(names, shown)] : []),
        say('foreign.countsOfPerf'),
        ...(timeless === 0 ? [] : [tellTimeless(timeless, samples)]),
        ...(late > 0 ? [say('foreign.lateSamples', { count: late })] : []),
        ...(idle > 0 ? [say('foreign.idleOfPerf', { count: idle })] : []),
        ...(withoutStack > 0 ? [say('foreign.withoutStack', { count: withoutStack })] : []),
        ...notesOfBuilders(profiles.map(({ builder }) => builder)),
      ],
    };
  }

  private readLines(): void {
    const { text, name } = this;
    let isOpen = false;
    // As the first sample is, all are.
    const isBare = areStacks(
      text
        .slice(0, LOOKED_AT)
        .split('\n', MOST_LINES)
        .map((line) => line.trimEnd())
        .filter((line) => line !== '' && !line.startsWith('#')),
    );
    const close = (): void => {
      if (isOpen) this.end.push(this.stacks.length);
      isOpen = false;
    };
    for (let start = 0, number = 1; start < text.length; number++) {
      const found = text.indexOf('\n', start);
      const end = found < 0 ? text.length : found;
      const line = text.slice(start, end).trimEnd();
      start = end + 1;
      if (line.startsWith('#')) continue;
      const frame = FRAME.exec(line);
      const head = frame === null && line !== '' ? (parseHead(line) ?? (isBare && COMMAND.test(line) ? bareHead(line) : null)) : null;
      if (line === '' || head !== null) close();
      if (frame !== null && !isOpen && isBare) {
        this.open(bareHead(''));
        isOpen = true;
      }
      if (head !== null) {
        this.open(head);
        isOpen = true;
      } else if (frame !== null && isOpen) this.push(frame[2] ?? `0x${frame[1]}`);
      else if (line !== '')
        refuse('damaged', say('foreign.notOfPerf', { name, line: number, text: showHidden(shorten(line, 60)) }), RECORD_AGAIN);
    }
    close();
  }

  private open(head: Head): void {
    this.at.push(head.atUs ?? Number.NaN);
    const event = this.events.get(head.event) ?? this.counts.push(0) - 1;
    this.events.set(head.event, event);
    this.counts[event]! += 1;
    this.event.push(event);
    this.thread.push(this.threadFor(head));
    if (head.inner !== '') this.push(head.inner);
  }

  private push(printed: string): void {
    const known = this.printed.get(printed) ?? this.printed.size;
    this.printed.set(printed, known);
    this.stacks.push(known);
  }

  private threadFor(head: Head): number {
    const { thread: id, command } = head;
    const key = id === '' ? ` ${command}` : id;
    const known = this.threadOf.get(key);
    if (known !== undefined) return known;
    if (this.threads.length >= MOST_PROFILES)
      refuse('too-large', say('foreign.profiles', { name: this.name, count: this.threads.length + 1, limit: MOST_PROFILES }), RECORD_AGAIN);
    const title = shorten(showHidden(`${command} ${id}`.trim()), MAX_NAME_LENGTH);
    const index = this.threads.push({ id, title, isIdle: isIdleTask(head) }) - 1;
    this.threadOf.set(key, index);
    return index;
  }

  /** The largest of those that mean CPU time; without one, the largest of all. */
  private preferred(names: readonly string[]): number {
    const largest = (isIn: (name: string) => boolean): number =>
      names.reduce((best, one, i) => (isIn(one) && (best < 0 || this.counts[i]! > this.counts[best]!) ? i : best), -1);
    const ofCpu = largest(isCpuTime);
    return ofCpu >= 0 ? ofCpu : largest(() => true);
  }

  private tellEvents(names: readonly string[], shown: number): Said {
    const tell = (i: number): Said => say('foreign.eventOfPerf', { event: tellWord(names[i] || '?'), samples: this.counts[i]! });
    const others = names.flatMap((_, i) => (i === shown ? [] : [tell(i)]));
    return say('foreign.eventsOfPerf', { count: names.length, shown: tell(shown), others: { list: others, by: 'and' } });
  }

  /** One profile for each thread that has such a sample, the busiest first. `late`: samples that stood behind a later one. */
  private build(event: number) {
    const functions = tellApart([...this.printed.keys()].map((printed) => ({ ...frameOf(printed), library: libraryOf(printed) })));
    const chosen = Array.from({ length: this.event.length }, (_, i) => i).filter((i) => this.event.get(i) === event);
    const at = this.at.toArray();
    const timeless = chosen.filter((i) => Number.isNaN(at[i]!)).length;
    const hasTimes = timeless === 0;
    const late = hasTimes ? chosen.filter((i, place) => place > 0 && at[i]! < at[chosen[place - 1]!]!).length : 0;
    if (late > 0) chosen.sort((one, other) => at[one]! - at[other]!);
    const zero = at[chosen[0]!]!;
    const built = new Map<number, Built>();
    let [withoutStack, idle] = [0, 0];
    for (const i of chosen) {
      const thread = this.thread.get(i);
      const of = built.get(thread) ?? this.begin(thread);
      built.set(thread, of);
      const [from, to] = [i === 0 ? 0 : this.end.get(i - 1), this.end.get(i)];
      const { isIdle } = this.threads[thread]!;
      if (isIdle) idle++;
      else if (from === to) withoutStack++;
      let node = isIdle ? of.builder.idle() : 0;
      // What the kernel does while a processor is idle is no work of a program.
      for (let place = to - 1; place >= from && !isIdle; place--) {
        const printed = this.stacks.get(place);
        const frame = of.frames.get(printed) ?? of.builder.frame(functions[printed]!);
        of.frames.set(printed, frame);
        node = of.builder.child(node, frame);
      }
      if (hasTimes) {
        of.builder.sample(node, 1, at[i]! - zero);
        of.times.push(Math.round(at[i]! - zero));
      } else of.builder.sample(node, 1);
      of.samples += 1;
    }
    const profiles = [...built.values()].sort((a, b) => b.samples - a.samples).map((of) => ({ ...of, ...rangeOf(of.times.toArray()) }));
    return { profiles, withoutStack, idle, timeless, samples: chosen.length, late };
  }

  private begin(thread: number): Built {
    return {
      title: this.threads[thread]!.title,
      builder: new ProfileBuilder(this.name, true),
      frames: new Map(),
      times: new GrowableFloat64(),
      samples: 0,
    };
  }
}

function tellTimeless(count: number, of: number): Said {
  return count === of ? say('foreign.perfWithoutTimes') : say('foreign.perfSomeWithoutTimes', { count, of });
}

/** What the samples of one thread become. */
interface Built {
  readonly title: string;
  readonly builder: ProfileBuilder;
  /** The function of a printed line. */
  readonly frames: Map<number, number>;
  /** When they were taken, if that is known. */
  readonly times: GrowableFloat64;
  samples: number;
}

/** From the first sample to one usual distance after the last one, which is not known to have lasted longer. */
function rangeOf(times: Float64Array): { readonly startTime: Microseconds; readonly endTime: Microseconds } {
  const last = times[times.length - 1];
  if (last === undefined) return { startTime: 0, endTime: 0 };
  return { startTime: times[0]!, endTime: last + usualDistance(times) };
}

/** `cpu_core/cycles/u`, `cycles:uppp`. */
function isCpuTime(event: string): boolean {
  const [, within] = /^[\w-]+\/([^/,]*)/.exec(event) ?? [];
  return CPU_EVENTS.has(within ?? event.replace(/:[a-z]*$/i, ''));
}

/** Exported for the specs. */
export function frameOf(printed: string): NamedFrame {
  const symbol = printed.replace(LIBRARY, '').replace(OFFSET, '');
  const javaScript = JAVASCRIPT.exec(symbol)?.[1];
  const place = javaScript === undefined ? null : PLACE.exec(javaScript);
  if (place === null) return { name: javaScript ?? symbol, url: '', line: -1, column: -1 };
  const [, called, url, line, column] = place;
  return { name: called ?? '', url: url!, line: Math.max(0, Number(line) - 1), column: Math.max(0, Number(column) - 1) };
}

/** Each process has a map of its own for code that was made while it ran. */
const MAP = /^(?:.*\/perf-\d+\.map|\[?JIT\]? tid \d+)$/;
const MAP_NAME = 'perf map';

/** The file of a function; empty: it is not known. */
function libraryOf(printed: string): string {
  const library = LIBRARY.exec(printed)?.[1] ?? '';
  if (library === '[unknown]' || library === 'inlined') return '';
  return MAP.test(library) ? MAP_NAME : library;
}
