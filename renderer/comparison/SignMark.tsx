import { SIGNS, type Sign } from '../../shared/phrases/verdict-words.ts';

/** Better or worse, apart from the direction of the number. The word beside it says the same. */
export function SignMark({ sign }: { sign: Sign }) {
  return (
    <span data-sign={sign} style={{ color: `var(--${sign})` }} aria-hidden="true">
      {SIGNS[sign]}{' '}
    </span>
  );
}
