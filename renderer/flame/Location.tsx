import { placeOf, shortPlace } from '../../shared/format/place.ts';
import css from './Location.module.css';

/** `file.js:12`. If there is not enough room the file is shortened, never the line number. */
export function Location({ url, line }: { url: string; line: number }) {
  if (url === '') return null;
  return (
    <span className={css.location} title={placeOf(url, line)}>
      <span className={css.file}>{shortPlace(url, 0)}</span>
      {line > 0 && <span>:{line}</span>}
    </span>
  );
}
