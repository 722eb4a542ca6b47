/** The editors that a frame can be opened in, and the links that they take. Pure. */

/** Where a function is: a file of this machine, one-based. */
export interface SourcePlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** `path`: percent-encoded, with a slash before it; numbers are integers. */
const LINKS = {
  vscode: (path, line, column) => `vscode://file${path}:${line}:${column}`,
  cursor: (path, line, column) => `cursor://file${path}:${line}:${column}`,
  idea: (path, line, column) => `idea://open?file=${path}&line=${line}&column=${column}`,
  webstorm: (path, line, column) => `webstorm://open?file=${path}&line=${line}&column=${column}`,
  sublime: (path, line, column) => `subl://open?url=file://${path}&line=${line}&column=${column}`,
  zed: (path, line, column) => `zed://file${path}:${line}:${column}`,
} as const satisfies Readonly<Record<string, (path: string, line: number, column: number) => string>>;

export type Editor = keyof typeof LINKS;
export const EDITORS = Object.keys(LINKS) as readonly Editor[];
export const USUAL_EDITOR: Editor = 'vscode';

export function findEditor(value: unknown): Editor | undefined {
  return EDITORS.find((editor) => editor === value);
}

/** Control characters, and those that reorder or hide text: no file that one works on has them in its name. */
const STRANGE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
/** On a network share a link would make this machine talk to another. */
const LOCAL = /^(?:\/(?!\/)|[A-Za-z]:[\\/])/;
const MOST_CHARACTERS = 4_096;

/** A whole path of this machine, with no way up in it. */
export function canBeLinked(path: string): boolean {
  return path.length <= MOST_CHARACTERS && LOCAL.test(path) && !STRANGE.test(path) && !path.split(/[\\/]/).includes('..');
}

export function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

/** Null: not a place that a link is made of. */
export function editorLink(editor: Editor, { path, line, column }: SourcePlace): string | null {
  if (findEditor(editor) === undefined || !canBeLinked(path) || !isPosition(line) || !isPosition(column)) return null;
  return LINKS[editor](encodePath(path), line, column);
}

/** `C:\a b\c.js` as `/C:/a%20b/c.js`: nothing in it can end the path, nor begin another part of the link. */
function encodePath(path: string): string {
  const parts = (path.startsWith('/') ? path : `/${path.replaceAll('\\', '/')}`).split('/');
  const isDrive = (part: string, at: number): boolean => at === 1 && /^[A-Za-z]:$/.test(part);
  return parts.map((part, at) => (isDrive(part, at) ? part : encode(part))).join('/');
}

function encode(part: string): string {
  return encodeURIComponent(part).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}
