import { hasPlace, isGenerated, placeOf, shortPlace, type ToTell } from '../../shared/format/place.ts';
import { useText } from '../i18n/i18n.tsx';
import css from './Location.module.css';

/** `file.js:12`. If there is not enough room the file is shortened, never the line number. */
export function Location({ url, line, column = 0, parts }: { url: string; line: number } & Partial<ToTell>) {
  const text = useText('run.flame');
  if (!hasPlace(url, line)) return null;
  return (
    <span className={css.location} title={isGenerated(url, line) ? text('generatedTitle') : placeOf(url, line, column)}>
      <span className={css.file}>
        {isGenerated(url, line) ? text('generated') : shortPlace(url, 0, parts === undefined ? {} : { parts })}
      </span>
      {line > 0 && (
        <span>
          :{line}
          {column > 0 && `:${column}`}
        </span>
      )}
    </span>
  );
}
