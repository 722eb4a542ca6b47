/** Code in sentences: a function with its place, or a package. */
import { calledName, fileName, placeOf, shortName } from '../format/place.ts';
import { ANONYMOUS_NAME } from '../model/profile/frame-kind.ts';
import type { HotFunction, HotPackage } from '../model/report.ts';
import { text } from '../words/words.ts';

/** "render (app.js:12)"; what has no name is called by its place. */
export function placeOfCode({
  function: name,
  url,
  line,
  file = fileName(url),
}: Pick<HotFunction, 'function' | 'url' | 'line' | 'file'>): string {
  if (name === '' || name === ANONYMOUS_NAME) return calledName(ANONYMOUS_NAME, url, line);
  return text('run.answer.codePlace', { name: shortName(name), place: placeOf(file, line) });
}

export function nameOfPackage({ name, kind, function: called }: HotPackage): string {
  const own = kind === 'core' ? text('run.answer.codeNode') : shortName(name);
  return called === null ? own : text('run.answer.codePlace', { name: own, place: shortName(called) });
}
