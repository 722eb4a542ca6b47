/** What is shown above every screen (the file dialog, the list of keys, a failure), and the ways to open something. */
import { create } from 'zustand';
import type { Failure, Outcome } from '../../shared/model/failure.ts';
import type { Setup } from '../../shared/model/setup/setup.ts';
import { MOST_FILES_AT_ONCE } from '../../shared/protocol/shell.ts';
import type { SampleName } from '../../shared/protocol/study-contract.ts';
import { request } from '../bridge.ts';
import { desktop } from '../desktop.ts';
import { text } from '../i18n/i18n.tsx';
import { uploadFile } from '../transfers.ts';
import { showToast } from '../ui/Toast.tsx';
import { changeView } from './address.ts';
import { editDraft, setupDraft } from './forms/draft.ts';
import { EMPTY_FORM } from './forms/setup-form.ts';
import { currentRoute, navigate } from './route.ts';
import type { ViewState } from './view-codec.ts';

export type ShellDialog = 'keys' | 'open' | 'palette' | null;

interface ShellState {
  readonly dialog: ShellDialog;
  /** Failure of the last attempt to open or start something. */
  readonly failure: Failure | null;
  /** Starts what could not be started; null: it is not known, or not a start. */
  readonly retry: (() => Promise<void>) | null;
  /** Name of the file being opened, if that takes a while. */
  readonly opening: string | null;
  /** A script dropped on the page: its name is known, its folder is not. */
  readonly droppedScript: string | null;
  /** A request plan, or a recording to make one of, for Set-up. */
  readonly givenPlan: GivenPlan | null;
  /** A dialog that takes what is dropped; null: it is opened. */
  readonly dropTaker: DropTaker | null;
}

/** On the engine's machine, or of the computer that shows the page. */
export type GivenFile = { readonly path: string } | { readonly file: File };

export interface DropTaker {
  readonly hint: string;
  readonly detail: string;
  readonly take: (given: GivenFile) => void;
}

/** `path` null: it was dropped on the page, so its folder is not known. */
export interface GivenPlan {
  readonly kind: 'plan' | 'har';
  readonly path: string | null;
  readonly name: string;
}

const useShellStore = create<ShellState>(() => ({
  dialog: null,
  failure: null,
  retry: null,
  opening: null,
  droppedScript: null,
  givenPlan: null,
  dropTaker: null,
}));

export function useShell(): ShellState {
  return useShellStore();
}

export function showDialog(dialog: ShellDialog): void {
  useShellStore.setState({ dialog });
}

export function showFailure(failure: Failure): void {
  useShellStore.setState({ failure, retry: null });
}

/** Of a reply that says nothing else. */
export function showIfFailed(reply: Outcome<unknown>): void {
  if (!reply.ok) showFailure(reply.failure);
}

/** Returns what ends it. */
export function takeDrops(dropTaker: DropTaker): () => void {
  useShellStore.setState({ dropTaker });
  return () => useShellStore.setState({ dropTaker: null });
}

export function dismissFailure(): void {
  useShellStore.setState({ failure: null, retry: null });
}

function showSession(outcome: Outcome<{ sessionId: string }>, view?: ViewState): void {
  useShellStore.setState({ failure: outcome.ok ? null : outcome.failure, retry: null });
  if (outcome.ok) navigate({ screen: 'run', sessionId: outcome.value.sessionId }, view === undefined ? {} : { view });
}

/** After a click, progress is shown only after this time. */
const SAY_OPENING_MS = 400;

async function sayOpening<T>(path: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => showOpening(path), SAY_OPENING_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    useShellStore.setState({ opening: null });
  }
}

function showOpening(path: string): void {
  useShellStore.setState({ opening: path.split(/[\\/]/).pop()! });
}

function openSession(path: string): Promise<Outcome<{ sessionId: string }>> {
  return sayOpening(path, request('sessions.open', { path }));
}

/** Opens a session or profile on the engine's machine. `view`: what to show of it. */
export async function openPath(path: string, view?: ViewState): Promise<void> {
  showSession(await openSession(path), view);
}

/** The same file again, with other values of it. False: it could not be opened. */
export async function openValue(path: string, value: string, view: ViewState): Promise<boolean> {
  const opened = await sayOpening(path, request('sessions.open', { path, value }));
  showSession(opened, view);
  return opened.ok;
}

export async function openSample(name: SampleName): Promise<void> {
  showSession(await sayOpening(text(`home.samples.${name}.name`), request('sample.open', { name })));
}

/** Opens saved sessions and lays them side by side, the first as the base. */
export async function compareFiles(paths: readonly string[]): Promise<void> {
  const sessionIds: string[] = [];
  for (const path of paths) {
    const opened = await openSession(path);
    if (!opened.ok) return showFailure(opened.failure);
    sessionIds.push(opened.value.sessionId);
  }
  const reply = await request('compare.sessions', { sessionIds });
  if (reply.ok) navigate({ screen: 'compare', sessionId: reply.value.sessionId });
  else showFailure(reply.failure);
}

export async function startRun(setup: Setup, keepValues: boolean): Promise<Outcome<{ sessionId: string }>> {
  const outcome = await request('run.start', { setup, name: null, keepValues });
  if (outcome.ok) {
    // Back after a reload finds the set-up again.
    setupDraft.markStarted();
    if (currentRoute().screen === 'setup') changeView({ setupOf: outcome.value.sessionId, field: '' }, 'quiet');
    showSession(outcome);
  }
  return outcome;
}

/** Starts a run from a place without a form that could show a failure. */
export async function startRunFromHome(setup: Setup, name: string): Promise<void> {
  const outcome = await request('run.start', { setup, name });
  showSession(outcome);
  if (!outcome.ok) useShellStore.setState({ retry: () => startRunFromHome(setup, name) });
}

export async function recoverRecording(id: string): Promise<void> {
  showSession(await request('recordings.recover', { id }));
}

const SCRIPT = /\.[cm]?[jt]sx?$/i;
/** JSON may be a profile, which its content says; plans in JSON are opened in Set-up. */
const PLAN = /\.(?:ya?ml|har)$/i;

/** Null: something else. */
function givenPlanOf(name: string, path: string | null): GivenPlan | null {
  const [extension] = PLAN.exec(name) ?? [];
  return extension === undefined ? null : { kind: extension.toLowerCase() === '.har' ? 'har' : 'plan', path, name };
}

/** Set-up takes it. */
function giveToSetup(givenPlan: GivenPlan): null {
  useShellStore.setState({ givenPlan });
  navigate({ screen: 'setup' });
  return null;
}

/** Shows the session that was opened; null: something else was opened. */
type Opened = Outcome<{ sessionId: string }> | null;

function goTo(opened: Opened): void {
  if (opened !== null) showSession(opened);
}

async function openOne(path: string): Promise<Opened> {
  const plan = givenPlanOf(path.split(/[\\/]/).pop()!, path);
  if (plan !== null) return giveToSetup(plan);
  if (!SCRIPT.test(path)) return openSession(path);
  beginScript(path);
  return null;
}

/** On the form it is meant for what stands there; from elsewhere a run of it begins afresh. */
function beginScript(script: string): void {
  if (currentRoute().screen === 'setup') editDraft({ target: 'script', script });
  else setupDraft.begin({ ...EMPTY_FORM, target: 'script', script });
  navigate({ screen: 'setup' });
}

async function sendOne(file: File): Promise<Opened> {
  const plan = givenPlanOf(file.name, null);
  if (plan !== null) return giveToSetup(plan);
  if (SCRIPT.test(file.name)) {
    // Its field asks for the folder.
    editDraft({ target: 'script' });
    useShellStore.setState({ droppedScript: file.name });
    navigate({ screen: 'setup' });
    return null;
  }
  return sayOpening(file.name, uploadFile(file));
}

let given: Promise<void> = Promise.resolve();

/** A file of this machine: a session or profile is opened, a script opens Set-up. Of several files the last one is shown. */
export function openGiven(path: string): Promise<void> {
  given = given.then(async () => goTo(await openOne(path)));
  return given;
}

/** A file given to the page: a session or profile is uploaded to the engine, a script opens Set-up. */
export async function openFile(file: File): Promise<void> {
  goTo(await sendOne(file));
}

/** Opens a session or result without showing it. */
export function openUnseen(given: GivenFile): Promise<Outcome<{ sessionId: string }>> {
  return 'path' in given ? request('sessions.open', { path: given.path }) : uploadFile(given.file);
}

/** Opens files dropped on the page one after the other; shows the last one, and any failure. */
export async function openDropped(files: readonly File[]): Promise<void> {
  // The desktop window knows the paths of dropped files, so no upload is needed.
  const paths = desktop?.droppedPaths() ?? [];
  const { dropTaker } = useShellStore.getState();
  if (dropTaker !== null) {
    const [path, file] = [paths[0], files[0]];
    if (path !== undefined) dropTaker.take({ path });
    else if (file !== undefined) dropTaker.take({ file });
    return;
  }
  const openers = paths.length > 0 ? paths.map((path) => () => openOne(path)) : files.map((file) => () => sendOne(file));
  const first = paths[0] ?? files[0]?.name;
  // A drop has no other visible effect until the file has been read.
  if (first !== undefined && !SCRIPT.test(first) && !PLAN.test(first)) showOpening(first);
  let last: Opened = null;
  let failure: Failure | null = null;
  for (const open of openers.slice(0, MOST_FILES_AT_ONCE)) {
    const opened = await open();
    if (opened?.ok) last = opened;
    else failure ??= opened?.failure ?? null;
  }
  goTo(last);
  if (failure !== null) showFailure(failure);
  const left = openers.length - MOST_FILES_AT_ONCE;
  if (left > 0) showToast(text('common.app.tooMany', { most: MOST_FILES_AT_ONCE, left }));
}

export function forgetGivenPlan(): void {
  useShellStore.setState({ givenPlan: null });
}

export function forgetDroppedScript(): void {
  useShellStore.setState({ droppedScript: null });
}
