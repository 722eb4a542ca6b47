/** A session without parts of it: what each part of its file becomes in a copy. Figures are not touched, so that the copy shows the same ones. */

import type { AutocannonResult } from '../load/autocannon-result.ts';
import type { JoinedLoad } from '../load/foreign/joined-load.ts';
import { formatCommand } from '../model/command-line.ts';
import type { Exclusion } from '../model/exclusion.ts';
import { STOPPED_PASS } from '../model/exclusion.ts';
import type { KeptAnswer } from '../model/kept-answer.ts';
import { joinLeftOut, type LeftOut } from '../model/left-out.ts';
import type { OutgoingCall } from '../model/served.ts';
import type { Setup } from '../model/setup.ts';
import {
  ANSWERS,
  AUTOCANNON,
  type ComparisonManifest,
  MANIFEST,
  type Manifest,
  mapTitles,
  OUTPUT,
  SERVED_COLUMNS_PART,
  SOURCE_TEXTS,
  type StoredCell,
  type StoredTimings,
  TIMINGS,
} from '../session/format.ts';
import type { OutputPiece } from '../session/output-ring.ts';
import { isVerbatim, mapTexts, type Said } from '../words/said.ts';
import { REDACTED } from './hidden.ts';
import { mapStrings } from './map-strings.ts';
import { redactDocument } from './redact-document.ts';
import { replaceInOutput } from './redact-output.ts';
import { createFullRedaction, type Redaction } from './redaction.ts';
import { replaceRanges } from './replace-ranges.ts';
import type { FindPlaces } from './shorten-places.ts';

/** What is written for `part`, a name of the format, instead of `value`. The output is that of its pieces. */
export type EditPart = <T>(part: string, value: T) => T;

export const writeAll: EditPart = (_, value) => value;

export interface LeavingOut {
  readonly without: readonly LeftOut[];
  /** All set-ups of the session: what their values are. */
  readonly setups: readonly Setup[];
  /** What is replaced in paths. */
  readonly places: FindPlaces;
}

export function leaveOut({ without, setups, places }: LeavingOut): EditPart {
  const leaves = (one: LeftOut): boolean => without.includes(one);
  const values = leaves('values') ? createFullRedaction(setups, redactDocument) : null;
  const left: Left = { without, leaves, values };
  return <T>(part: string, value: T): T => {
    const edited = editPart(left, part, value) as T;
    return leaves('paths') ? (shortenPlaces(part, edited, places) as T) : edited;
  };
}

function shortenPlaces(part: string, value: unknown, places: FindPlaces): unknown {
  if (part === OUTPUT) return replaceInOutput(value as readonly OutputPiece[], (text) => places(text));
  if (part === ANSWERS) return (value as readonly KeptAnswer[]).map((answer) => shortenAnswer(answer, places));
  return mapStrings(value, (text) => replaceRanges(text, places(text)));
}

function shortenAnswer({ body, ...answer }: KeptAnswer, places: FindPlaces): KeptAnswer {
  const shortened = mapStrings(answer, (text) => replaceRanges(text, places(text))) as Omit<KeptAnswer, 'body'>;
  return { ...shortened, body: body && { ...body, text: replaceRanges(body.text, places(body.text, body.isCut)) } };
}

interface Left {
  readonly without: readonly LeftOut[];
  readonly leaves: (one: LeftOut) => boolean;
  /** Null: values stay. */
  readonly values: Redaction | null;
}

function editPart(left: Left, part: string, value: unknown): unknown {
  const { leaves, values } = left;
  switch (part) {
    case ANSWERS:
      return (value as readonly KeptAnswer[]).map((answer) => editAnswer(left, answer));
    case AUTOCANNON:
      return (value as readonly AutocannonResult[]).map((result) => ({ ...result, url: values?.url(result.url) ?? result.url }));
    case OUTPUT:
      if (leaves('output')) return [];
      return values === null ? value : replaceInOutput(value as readonly OutputPiece[], (text) => values.values(text, false).ranges);
    case TIMINGS:
      return editTimings(left, value as StoredTimings);
    case SOURCE_TEXTS:
      if (leaves('source')) return {};
      return values === null ? value : editSources(value as Readonly<Record<string, string>>, values);
    case SERVED_COLUMNS_PART:
      return values === null ? value : editServed(value as StoredServed, values);
    case MANIFEST:
      return values === null ? editCell(left, value as StoredCell) : values.code(editCell(left, value as StoredCell));
    default:
      return values === null ? value : values.code(value);
  }
}

function editSources(texts: Readonly<Record<string, string>>, values: Redaction): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([url, source]) => [values.code(url), values.source(source)]));
}

/** What is named in the part of requests as the server saw them. */
interface StoredServed {
  readonly routes: readonly string[];
  readonly calls: readonly OutgoingCall[];
}

function editServed(served: StoredServed, values: Redaction): StoredServed {
  const calls = served.calls.map((call) => ({ ...call, to: values.words(call.to) }));
  return { ...served, routes: served.routes.map((route) => values.words(route)), calls };
}

/** What the script says, as its output is. */
function editTimings({ leaves, values }: Left, timings: StoredTimings): StoredTimings {
  if (leaves('output')) return { names: [], rows: [], lost: 0 };
  return { ...timings, names: timings.names.map((name) => values?.text(name) ?? name) };
}

function editAnswer({ leaves, values }: Left, answer: KeptAnswer): KeptAnswer {
  const text = (one: string): string => values?.text(one) ?? one;
  const { head, body } = answer;
  return {
    ...answer,
    head: head && {
      ...head,
      line: text(head.line),
      headers: leaves('headers') ? [] : head.headers.map(({ name, value }) => ({ name, value: text(value) })),
      ...(leaves('headers') ? { isCut: false, isLeftOut: true } : {}),
    },
    body: body && (leaves('bodies') ? { ...body, kind: 'left-out', text: '', isCut: true } : { ...body, text: text(body.text) }),
  };
}

function editCell(left: Left, cell: StoredCell): StoredCell {
  switch (cell.kind) {
    case 'run':
      return editRun(left, cell);
    case 'comparison':
      return editComparison(left, cell);
    case 'profile':
      return { ...cell, ...notesOf(left, cell), leftOut: joinLeftOut(cell.leftOut ?? [], left.without) };
    case 'load':
      return { ...cell, ...notesOf(left, cell), leftOut: joinLeftOut(cell.leftOut ?? [], left.without) };
  }
}

function editRun(left: Left, cell: Manifest): Manifest {
  const { leaves, values } = left;
  const { session, resolved, processes, threads, threadTimes, totals } = cell;
  const titled = <Titled extends { readonly title: string }>(one: Titled): Titled => ({
    ...one,
    title: values?.text(one.title) ?? one.title,
  });
  const setup = values?.setup(session.setup) ?? session.setup;
  return {
    ...cell,
    ...notesOf(left, cell),
    ...failureOf(left, cell),
    session: {
      ...session,
      ...(values && { name: values.text(session.name), setup, command: formatCommand(setup), keepsValues: false }),
      leftOut: joinLeftOut(session.leftOut ?? [], left.without),
    },
    resolved: resolved && { ...resolved, url: values?.url(resolved.url) ?? resolved.url },
    processes: processes.map(titled),
    ...(threads === undefined ? {} : { threads: threads.map(titled) }),
    ...(threadTimes === undefined ? {} : { threadTimes: mapTitles(threadTimes, titled) }),
    warnings: cell.warnings.map((says) => editSaid(left, says)),
    ...(cell.joined === undefined ? {} : { joined: editJoined(left, cell.joined) }),
    droppedOutput: leaves('output') ? 0 : cell.droppedOutput,
    totals: { ...totals, script: values?.url(totals.script) ?? totals.script },
  };
}

function editJoined({ values }: Left, joined: JoinedLoad): JoinedLoad {
  const { url } = joined.result;
  return url === null || values === null ? joined : { ...joined, result: { ...joined.result, url: values.url(url) } };
}

function editComparison(left: Left, cell: ComparisonManifest): ComparisonManifest {
  const { values } = left;
  const { comparison } = cell;
  const variants = comparison.setup.variants.map(({ title, setup }) => ({
    title: values?.text(title) ?? title,
    setup: values?.setup(setup) ?? setup,
  }));
  return {
    ...cell,
    ...notesOf(left, cell),
    ...failureOf(left, cell),
    comparison: {
      ...comparison,
      ...(values && { name: values.text(comparison.name), keepsValues: false }),
      setup: { ...comparison.setup, variants },
      leftOut: joinLeftOut(comparison.leftOut ?? [], left.without),
    },
    passes: cell.passes.map((pass) => ({ ...pass, excluded: editExclusion(left, pass.excluded) })),
  };
}

function notesOf({ leaves }: Left, { notes }: Pick<StoredCell, 'notes'>): { notes: string } {
  return { notes: leaves('notes') ? '' : notes };
}

/** The detail of a failure is the last output of the script. */
function failureOf(left: Left, { failure }: Manifest | ComparisonManifest): Pick<Manifest, 'failure'> {
  if (failure === null) return { failure };
  const { detail, ...rest } = failure;
  const says = editSaid(left, failure.says);
  const hint = failure.hint && editSaid(left, failure.hint);
  if (detail === undefined || left.leaves('output')) return { failure: { ...rest, says, hint } };
  return { failure: { ...rest, says, hint, detail: left.values?.text(detail) ?? detail } };
}

function editExclusion(left: Left, excluded: Exclusion | null): Exclusion | null {
  return excluded === null || excluded === STOPPED_PASS ? excluded : editSaid(left, excluded);
}

/** Messages that quote the error a script has printed; a sentence of an early version may do so, too. */
const QUOTES_OUTPUT = /^target\.(?:endedWithError|endedUnderLoadWithError)$/;

function editSaid(left: Left, said: Said): Said {
  const plain = left.values ? mapTexts(said, left.values.text.bind(left.values)) : said;
  return left.leaves('output') ? withoutQuotes(plain) : plain;
}

function withoutQuotes(said: Said): Said {
  if (isVerbatim(said)) return { verbatim: REDACTED };
  const isQuote = QUOTES_OUTPUT.test(said.key);
  const params = Object.entries(said.params).map(([name, param]) => {
    if (isQuote && name === 'error') return [name, REDACTED] as const;
    return [name, typeof param === 'object' && ('key' in param || 'verbatim' in param) ? withoutQuotes(param) : param] as const;
  });
  return { key: said.key, params: Object.fromEntries(params) };
}
