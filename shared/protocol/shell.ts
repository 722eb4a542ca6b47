/**
 * The contract between the page and the desktop window around it: a few named calls, and commands of the menu. Both ends
 * derive from it. Everything about sessions and runs goes to the engine instead (contract.ts).
 */
import { canBeLinked, EDITORS, type Editor, isPosition, type SourcePlace } from '../model/setup/editors.ts';
import { THEME_CHOICES, type ThemeChoice } from '../model/theme.ts';
import type { CommandName } from './commands.ts';

/** The page's address. The engine lets this origin in, and nothing else is ever shown in the window. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'loopscope';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

export interface EngineAddress {
  readonly port: number;
  readonly token: string;
}

/** What the window's frame and menu show of the page. */
export interface DocumentState {
  /** The file of the session that is shown; null: none, or not written yet. */
  readonly path: string | null;
  /** Whether something is not in that file yet. */
  readonly edited: boolean;
  /** `run`: a session is shown, of a run or of a comparison. */
  readonly screen: 'home' | 'setup' | 'run' | 'other';
  /** The session on the screen is a run that goes on. */
  readonly live: boolean;
}

export type FileKind = 'session' | 'script' | 'plan' | 'har' | 'group' | 'folder';

/** Nobody means to open more files at once, dropped or as arguments; a wildcard in a terminal may. */
export const MOST_FILES_AT_ONCE = 10;

/** Where a session is to be written. */
export interface SaveTarget {
  readonly path: string;
  /** The file exists, and the user has agreed to replace it. */
  readonly overwrite: boolean;
}

/** Call name -> what it takes and gives. */
export interface ShellCalls {
  /** Where the engine is; the reply comes when it is up. */
  'engine-address': { readonly params: null; readonly reply: EngineAddress };
  /** The page can take commands; the reply is those that came before. */
  ready: { readonly params: null; readonly reply: readonly ShellCommand[] };
  'choose-file': { readonly params: { readonly kind: FileKind; readonly startDir: string | null }; readonly reply: string | null };
  'choose-save': { readonly params: { readonly suggested: string }; readonly reply: SaveTarget | null };
  'show-in-folder': { readonly params: { readonly path: string }; readonly reply: null };
  /** Moves a file of the recent list to the system's trash; false: it is not in the list, or the system does not allow it. */
  trash: { readonly params: { readonly path: string }; readonly reply: boolean };
  'set-theme': { readonly params: { readonly theme: ThemeChoice }; readonly reply: null };
  'set-document': { readonly params: DocumentState; readonly reply: null };
  'open-link': { readonly params: { readonly name: LinkName }; readonly reply: null };
  /** False: it is no file of this machine, or nothing opens such links. */
  'open-in-editor': { readonly params: SourcePlace & { readonly editor: Editor }; readonly reply: boolean };
}

export type ShellCallName = keyof ShellCalls;

/** Names of the only addresses that are ever handed to the system's browser. */
export type LinkName = 'get-node';

/** From menu, dock, command line and window to the page. */
export type ShellCommand =
  | { readonly type: 'open-path'; readonly path: string }
  | { readonly type: 'command'; readonly name: CommandName }
  /** `page`: name of a page of the help. */
  | { readonly type: 'help'; readonly page: string }
  /** The engine was started again: what was open in it is not open any more. */
  | { readonly type: 'engine-restarted'; readonly address: EngineAddress };

/** What the preload puts on the page's `window.loopscope`. Functions only; no event of Electron reaches the page. */
export interface DesktopBridge {
  engineAddress(): Promise<EngineAddress>;
  ready(): Promise<readonly ShellCommand[]>;
  chooseFile(kind: FileKind, startDir: string | null): Promise<string | null>;
  chooseSave(suggested: string): Promise<SaveTarget | null>;
  showInFolder(path: string): Promise<null>;
  trash(path: string): Promise<boolean>;
  setTheme(theme: ThemeChoice): Promise<null>;
  setDocument(state: DocumentState): Promise<null>;
  openLink(name: LinkName): Promise<null>;
  openInEditor(at: ShellCalls['open-in-editor']['params']): Promise<boolean>;
  /** Paths of the files of the last drop on the page. The page cannot ask for the path of any other file. */
  droppedPaths(): readonly string[];
  onCommand(listener: (command: ShellCommand) => void): void;
}

/** Channel of a call; `command` is the one channel towards the page. */
export function channelOf(name: ShellCallName): string {
  return `loopscope:${name}`;
}
export const COMMAND_CHANNEL = 'loopscope:command';

type Check<T> = (value: unknown) => value is T;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 4_096 && !value.includes('\0');
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const isNull: Check<null> = (value): value is null => value === null;

/** True for a record with exactly these fields, each of which passes its check. */
function hasShape<T>(fields: { readonly [K in keyof T]: (value: unknown) => boolean }): Check<T> {
  const names = Object.keys(fields) as (keyof T & string)[];
  return (value): value is T =>
    isRecord(value) && Object.keys(value).length === names.length && names.every((name) => name in value && fields[name](value[name]));
}

const oneOf =
  (...values: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'string' && values.includes(value);
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';

/** What each call accepts; anything else is refused before a handler sees it. By hand: main must start fast, and this is all of it. */
export const shellCallChecks: { readonly [N in ShellCallName]: Check<ShellCalls[N]['params']> } = {
  'engine-address': isNull,
  ready: isNull,
  'choose-file': hasShape<ShellCalls['choose-file']['params']>({
    kind: oneOf('session', 'script', 'plan', 'har', 'group', 'folder'),
    startDir: isTextOrNull,
  }),
  'choose-save': hasShape<ShellCalls['choose-save']['params']>({ suggested: isText }),
  'show-in-folder': hasShape<ShellCalls['show-in-folder']['params']>({ path: isText }),
  trash: hasShape<ShellCalls['trash']['params']>({ path: isText }),
  'set-theme': hasShape<ShellCalls['set-theme']['params']>({ theme: oneOf(...THEME_CHOICES) }),
  'set-document': hasShape<DocumentState>({
    path: isTextOrNull,
    edited: isBoolean,
    screen: oneOf('home', 'setup', 'run', 'other'),
    live: isBoolean,
  }),
  'open-link': hasShape<ShellCalls['open-link']['params']>({ name: oneOf('get-node') }),
  'open-in-editor': hasShape<ShellCalls['open-in-editor']['params']>({
    editor: oneOf(...EDITORS),
    path: (value) => isText(value) && canBeLinked(value),
    line: isPosition,
    column: isPosition,
  }),
};
