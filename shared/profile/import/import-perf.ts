/**
 * Opens what `perf script` prints of samples with stacks (Linux perf, `perf record -g`): for each sample a line that says of which thread and
 * when, then the stack, innermost function first, then an empty line.
 *
 *     node 4242/4243 [001]  5141.906523:     250000 cpu-clock:u:
 *                 1a2b3c LazyCompile:*render /app/page.js:12:8+0x51 (/tmp/perf-4242.map)
 *                 9f0e1d v8::internal::Invoke(...)+0x1b (/usr/bin/node)
 */
import { MAX_NAME_LENGTH, shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import { checkTextLength } from '../../foreign/check-text-length.ts';
import { type Imported, type Importer, MOST_PROFILES } from '../../foreign/importer.ts';
import { RECORD_AGAIN, refuse } from '../../foreign/refuse.ts';
import { say } from '../../words/said.ts';
import { type NamedFrame, ProfileBuilder } from './profile-builder.ts';

/** Command, process and thread or thread alone, core if it was asked for, time; then what was counted. */
const SAMPLE = /^(\S.{0,100}?)\s+(\d{1,10}(?:\/\d{1,10})?)\s+(?:\[\d{1,5}\]\s+)?\d{1,12}\.\d{1,9}:\s/;
/** Address and symbol; the file stands in brackets at the end. */
const FRAME = /^\s+[0-9a-f]{1,16}\s+(\S.*)$/;
const OFFSET = /\+0x[0-9a-f]+$/;
/** What V8 calls code in a map for perf: kind, how it was compiled, name and place. */
const JAVASCRIPT = /^(?:LazyCompile|Function|JS|Script|Eval|RegExp|Builtin|BytecodeHandler|Stub|Handler):[~*^+']?(.*)$/;
const PLACE = /^(?:(.*?) )?((?:file:\/\/|node:|[a-z]:[\\/]|\/).*):(\d{1,9}):(\d{1,9})$/i;

export const PERF: Importer = {
  // `lines` has no empty ones.
  sniff: ({ lines }) => lines.some((line, i) => SAMPLE.test(line) && FRAME.test(lines[i + 1] ?? '')),
  read: readPerf,
};

interface Thread {
  readonly title: string;
  readonly builder: ProfileBuilder;
  readonly functions: Map<string, number>;
  samples: number;
}

function readPerf(text: string, name: string): Imported {
  checkTextLength(text, name);
  const threads = new Map<string, Thread>();
  let thread: Thread | null = null;
  let stack: string[] = [];
  const close = (): void => {
    if (thread === null) return;
    addSample(thread, stack);
    thread = null;
    stack = [];
  };
  for (let start = 0, number = 1; start < text.length; number++) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const line = text.slice(start, end).trimEnd();
    start = end + 1;
    if (line.startsWith('#')) continue;
    const frame = FRAME.exec(line);
    const sample = frame === null ? SAMPLE.exec(line) : null;
    if (line === '' || sample !== null) close();
    if (sample !== null) thread = threadOf(threads, sample, name);
    else if (frame !== null && thread !== null) stack.push(frame[1]!);
    else if (line !== '')
      refuse('damaged', say('foreign.notOfPerf', { name, line: number, text: showHidden(shorten(line, 60)) }), RECORD_AGAIN);
  }
  close();
  const byWeight = [...threads.values()].sort((a, b) => b.samples - a.samples);
  return {
    format: 'perf',
    profiles: byWeight.map(({ builder }, index) => builder.build({ thread: index, unit: 'samples' }, 0)),
    titles: byWeight.map(({ title }) => title),
    hasPlaces: true,
    ticks: null,
    notes: [say('foreign.countsOfPerf')],
  };
}

function threadOf(threads: Map<string, Thread>, [, command, id]: RegExpExecArray, name: string): Thread {
  const known = threads.get(id!);
  if (known !== undefined) return known;
  if (threads.size >= MOST_PROFILES)
    refuse('too-large', say('foreign.profiles', { name, count: threads.size + 1, limit: MOST_PROFILES }), RECORD_AGAIN);
  const title = shorten(showHidden(`${command} ${id}`), MAX_NAME_LENGTH);
  const thread: Thread = { title, builder: new ProfileBuilder(name, true), functions: new Map(), samples: 0 };
  threads.set(id!, thread);
  return thread;
}

/** `stack`: innermost first. */
function addSample(thread: Thread, stack: readonly string[]): void {
  const { builder, functions } = thread;
  let node = 0;
  for (let i = stack.length - 1; i >= 0; i--) {
    const printed = stack[i]!;
    const frame = functions.get(printed) ?? builder.frame(frameOf(printed));
    functions.set(printed, frame);
    node = builder.child(node, frame);
  }
  builder.sample(node, 1);
  thread.samples += 1;
}

/** Exported for the specs. */
export function frameOf(printed: string): NamedFrame {
  const file = printed.lastIndexOf(' (');
  const symbol = (file < 0 ? printed : printed.slice(0, file)).replace(OFFSET, '');
  const javaScript = JAVASCRIPT.exec(symbol)?.[1];
  const place = javaScript === undefined ? null : PLACE.exec(javaScript);
  if (place === null) return { name: javaScript ?? symbol, url: '', line: -1, column: -1 };
  const [, called, url, line, column] = place;
  return { name: called ?? '', url: url!, line: Math.max(0, Number(line) - 1), column: Math.max(0, Number(column) - 1) };
}
