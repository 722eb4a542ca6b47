/** Code in sentences: a function with its place, or a package. */
import { calledName, calledWithNatives, fileName, placeOf, shortName } from '../format/place.ts';
import { ANONYMOUS_NAME } from '../model/profile/frame-kind.ts';
import type { JoinedNatives } from '../model/profile/profile-views.ts';
import type { HotFunction, HotPackage } from '../model/report.ts';
import { text } from '../words/words.ts';

/** "render (app.js:12)"; what has no name is called by its place. */
export function placeOfCode({ function: name, url, line, file }: Pick<HotFunction, 'function' | 'url' | 'line' | 'file'>): string {
  if (name === '' || name === ANONYMOUS_NAME) return file === undefined ? calledName(ANONYMOUS_NAME, url, line) : placeOf(file, line);
  if (url === '' && line <= 0) return shortName(name);
  return text('run.answer.codePlace', { name: shortName(name), place: placeOf(file ?? fileName(url), line) });
}

/** Those listed; a program that was compiled otherwise throughout has many. */
const MOST_JOINED = 6;

/** Which native calls are in the functions that called them, of both variants. Null: none. */
export function joinedCalls(joined: readonly JoinedNatives[]): string | null {
  if (joined.length === 0) return null;
  const calls = joined.slice(0, MOST_JOINED).map((one) => shortName(calledWithNatives(one)));
  return text('compare.flame.joined', { calls: calls.join(', '), more: joined.length - calls.length });
}

/** "pug (compile)": most of it is in that function. */
export function nameOfPackage({ name, kind, function: called }: Pick<HotPackage, 'name' | 'kind' | 'function'>): string {
  return called === null ? plainName(name, kind) : text('run.answer.codePlace', { name: plainName(name, kind), place: shortName(called) });
}

/** Beside the share of the package: "pug (mostly compile)" where a good part of it is elsewhere in the package, or in what it calls. */
export function nameWithMost(hot: HotPackage): string {
  const { name, kind, function: called, isSpread } = hot;
  if (called === null || isSpread !== true) return nameOfPackage(hot);
  return text('run.answer.codeMostly', { name: plainName(name, kind), place: shortName(called) });
}

function plainName(name: string, kind: HotPackage['kind']): string {
  return kind === 'core' ? text('run.answer.codeNode') : shortName(name);
}
