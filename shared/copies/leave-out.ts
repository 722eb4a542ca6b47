/** A session without parts of it: what each part of its file becomes in a copy. Figures are not touched, so that the copy shows the same ones. */

import { wordSaid } from '../format/word-said.ts';
import type { JoinedLoad } from '../load/foreign/joined-load.ts';
import type { Exclusion } from '../model/comparison/exclusion.ts';
import { STOPPED_PASS } from '../model/comparison/exclusion.ts';
import { joinLeftOut, type LeftOut } from '../model/left-out.ts';
import type { RecordedServices } from '../model/services.ts';
import { formatCommand } from '../model/setup/command-line.ts';
import { REDACTED } from '../model/setup/hidden.ts';
import type { Setup } from '../model/setup/setup.ts';
import { HIDDEN_ADDRESS, HIDDEN_HOST, type HostCollector } from '../privacy/hide-hosts.ts';
import { mapStrings } from '../privacy/map-strings.ts';
import { redactDocument } from '../privacy/redact-document.ts';
import { createFullRedaction } from '../privacy/redaction.ts';
import { replaceRanges } from '../privacy/replace-ranges.ts';
import type { FindPlaces, PlaceCollector } from '../privacy/shorten-places.ts';
import { type ComparisonManifest, MANIFEST, type Manifest, type StoredCell } from '../session/format.ts';
import { type Copy, namesOnly, type StoredFile } from '../session/parts/part.ts';
import { fieldsOf, PARTS } from '../session/parts/parts.ts';
import type { RunRecording } from '../session/recording.ts';
import type { ServicesManifest } from '../session/services-cell.ts';
import { isVerbatim, mapTexts, type Said } from '../words/said.ts';

/** What is written for `part`, a name of the format, instead of `value`; of a value that makes several files, the first of them. */
export type EditPart = <T>(part: string, value: T) => T;

export const writeAll: EditPart = (_, value) => value;

export interface LeavingOut {
  readonly without: readonly LeftOut[];
  /** All set-ups of the session: what their values are. */
  readonly setups: readonly Setup[];
  /** What is replaced in paths. */
  readonly places: FindPlaces;
  /** The other machines that are known. */
  readonly hosts: HostCollector;
}

export function leaveOut({ without, setups, places, hosts }: LeavingOut): EditPart {
  const leaves = (one: LeftOut): boolean => without.includes(one);
  const values = leaves('values') ? createFullRedaction(setups, redactDocument) : null;
  const left: Left = { without, leaves, values, hosts: leaves('hosts') ? hosts.finder(HIDDEN_ADDRESS) : null };
  const found = [...(leaves('paths') ? [places] : []), ...(leaves('hosts') ? [hosts.finder(HIDDEN_HOST)] : [])];
  return <T>(part: string, value: T): T => {
    const file = FILES.get(part);
    const edited = (
      part === MANIFEST ? namesOnly(editCell(left, value as StoredCell), left) : (file?.leaveOut ?? namesOnly)(value, left)
    ) as T;
    return found.reduce((value, find) => withoutFound(file, value, find), edited);
  };
}

/** Every folder that a run names, for a copy without them. */
export function addPlacesOf(recording: RunRecording, places: PlaceCollector): void {
  const { header, resolved, failure } = recording;
  if (header) places.addSetup(header.setup);
  if (resolved) places.addFile(resolved.nodePath);
  places.addNamed(resolved?.nginx ?? '');
  for (const { title } of [...recording.processes, ...recording.threads]) places.addNamed(title);
  for (const said of [...recording.warnings, ...(failure === null ? [] : [failure.says, failure.hint])])
    if (said !== null) places.addNamed(wordSaid(said));
  if (recording.joined !== null) places.addFile(recording.joined.file);
  for (const { url, name } of recording.imported?.heap?.retainers ?? []) places.addFrame(url, name);
  for (const { frames } of recording.allProfiles()) for (const { url, name } of frames) places.addFrame(url, name);
  for (const part of PARTS) part.tellPlaces(recording[part.name], places);
  places.addText(failure?.detail ?? '');
  places.addText(recording.notes);
}

/** Every other machine that a run has asked, for a copy without them. */
export function addHostsOf(recording: RunRecording, hosts: HostCollector): void {
  const { header, resolved, joined } = recording;
  if (header) hosts.addSetup(header.setup);
  for (const url of [resolved?.url, joined?.result.url]) hosts.addText(url ?? '');
  for (const part of PARTS) part.tellHosts?.(recording[part.name], hosts);
}

export function addPlacesOfServices({ plan, services }: RecordedServices, notes: string, places: PlaceCollector): void {
  if (plan.folder !== null) places.addFile(`${plan.folder}/demo.json`);
  for (const { failure } of services) {
    if (failure === null) continue;
    for (const said of [failure.says, failure.hint]) if (said !== null) places.addNamed(wordSaid(said));
    places.addText(failure.detail ?? '');
  }
  places.addText(notes);
}

/** By the name of the first that each makes. */
const FILES = new Map<string, StoredFile>(PARTS.flatMap(({ files }) => files.map((file) => [Object.keys(file.write)[0]!, file])));

function withoutFound<Value>(file: StoredFile | undefined, value: Value, find: FindPlaces): Value {
  return (file?.shorten ? file.shorten(value, find) : mapStrings(value, (text) => replaceRanges(text, find(text)))) as Value;
}

interface Left extends Copy {
  readonly without: readonly LeftOut[];
  /** Where a set-up names them; null: they stay. */
  readonly hosts: FindPlaces | null;
}

function setupWithout({ values, hosts }: Left, given: Setup): Setup {
  const setup = values?.setup(given) ?? given;
  return hosts === null ? setup : withoutFound(undefined, setup, hosts);
}

function editCell(left: Left, cell: StoredCell): StoredCell {
  switch (cell.kind) {
    case 'run':
      return editRun(left, cell);
    case 'comparison':
      return editComparison(left, cell);
    case 'profile':
    case 'load':
    case 'heap':
      return { ...cell, ...notesOf(left, cell), leftOut: joinLeftOut(cell.leftOut ?? [], left.without) };
    case 'services':
      return editServices(left, cell);
  }
}

/** The last output of a service that ended is in the detail of its failure. */
function editServices(left: Left, cell: ServicesManifest): ServicesManifest {
  return {
    ...cell,
    ...notesOf(left, cell),
    ...(left.values && { name: left.values.text(cell.name) }),
    services: cell.services.map((one) => ({ ...one, ...failureOf(left, one) })),
    leftOut: joinLeftOut(cell.leftOut ?? [], left.without),
  };
}

function editRun(left: Left, cell: Manifest): Manifest {
  const { values, hosts } = left;
  const { session, resolved, processes, threads, totals } = cell;
  const titled = <Titled extends { readonly title: string }>(one: Titled): Titled => ({
    ...one,
    title: values?.text(one.title) ?? one.title,
  });
  const setup = setupWithout(left, session.setup);
  const keepsValues = values === null && session.keepsValues;
  return {
    ...cell,
    ...Object.assign({}, ...PARTS.map((part) => part.leaveOut(fieldsOf(part, cell), left))),
    ...notesOf(left, cell),
    ...failureOf(left, cell),
    session: {
      ...session,
      ...(values && { name: values.text(session.name), keepsValues }),
      ...((values || hosts) && { setup, command: formatCommand(setup, keepsValues) }),
      leftOut: joinLeftOut(session.leftOut ?? [], left.without),
    },
    resolved: resolved && { ...resolved, url: values?.url(resolved.url) ?? resolved.url },
    processes: processes.map(titled),
    ...(threads === undefined ? {} : { threads: threads.map(titled) }),
    warnings: cell.warnings.map((says) => editSaid(left, says)),
    ...(cell.joined === undefined ? {} : { joined: editJoined(left, cell.joined) }),
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
    setup: setupWithout(left, setup),
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
function failureOf(left: Left, { failure }: Pick<Manifest, 'failure'>): Pick<Manifest, 'failure'> {
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
