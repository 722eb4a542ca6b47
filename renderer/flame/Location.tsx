import { placeOf, shortPlace } from '../../shared/format/place.ts';
import css from './Location.module.css';

/** `file.js:12`. Where there is no room the file gives way, never the line. */
export function Location({ url, line }: { url: string; line: number }) {
  if (url === '') return null;
  return (
    <span className={css.location} title={placeOf(url, line)}>
      <span className={css.file}>{shortPlace(url, 0)}</span>
      {line > 0 && <span>:{line}</span>}
    </span>
  );
}
