import { placeOf, shortPlace } from '../../shared/format/place.ts';
import css from './Location.module.css';

/** `file.js:12`. If there is not enough room the file is shortened, never the line number. */
export function Location({ url, line, column = 0 }: { url: string; line: number; column?: number }) {
  if (url === '') return null;
  return (
    <span className={css.location} title={placeOf(url, line, column)}>
      <span className={css.file}>{shortPlace(url, 0)}</span>
      {line > 0 && (
        <span>
          :{line}
          {column > 0 && `:${column}`}
        </span>
      )}
    </span>
  );
}
