import { variantLetter } from '../../shared/model/comparison/comparison.ts';
import { type ComparisonInfo, isOver } from '../../shared/model/comparison/comparison-info.ts';
import { type Headline as Said, tellHeadline } from '../../shared/phrases/headline.ts';
import { listDifferentLoad } from '../../shared/phrases/load-difference.ts';
import { useText } from '../i18n/i18n.tsx';
import css from './Headline.module.css';
import { SignMark } from './SignMark.tsx';

/** The result sentence above all charts: one for each variant compared with the base. Under different load that stands before any figure. */
export function Headline({ info }: { info: ComparisonInfo }) {
  const text = useText('compare.headline');
  const { setup, state, verdicts, warnings } = info;
  const { warned, noted } = listDifferentLoad(warnings);
  const others = setup.variants.slice(1).map((_, index) => variantLetter(index + 1));
  const said = others.map((b) =>
    tellHeadline(
      verdicts.filter((verdict) => verdict.b === b),
      b,
      { ...info, isOver: isOver(state) },
    ),
  );
  return (
    <section aria-label={text('label')} aria-live="polite">
      {warned.length > 0 && (
        <div className={css.load}>
          {warned.map((sentences) => (
            <p key={sentences}>{sentences}</p>
          ))}
        </div>
      )}
      {noted.map((sentences) => (
        <p key={sentences} className={css.note}>
          {sentences}
        </p>
      ))}
      {said.map((one, index) => (
        <Sentence key={others[index]} said={one} restIsSaid={isSame(one.rest, said[index + 1]?.rest)} />
      ))}
    </section>
  );
}

/** `restIsSaid`: the sentences after the first are the same for the next variant and are shown there. */
function Sentence({ said: { sign, lead, rest }, restIsSaid }: { said: Said; restIsSaid: boolean }) {
  const last = lastWords(lead);
  return (
    <>
      <p className={css.lead}>
        {sign !== null && <SignMark sign={sign} />}
        {lead.slice(0, lead.length - last.length)}
        <span className={css.last}>{last}</span>
      </p>
      {rest.length > 0 && !restIsSaid && (
        <p className={css.rest}>
          {rest.map((sentence) => (
            <span key={sentence}>{sentence} </span>
          ))}
        </p>
      )}
    </>
  );
}

/** "about 75 % less." */
function lastWords(sentence: string): string {
  return /(?:\S{1,12}\s+){0,3}\S{1,24}$/.exec(sentence)?.[0] ?? '';
}

function isSame(a: readonly string[], b: readonly string[] | undefined): boolean {
  return b !== undefined && a.join('\n') === b.join('\n');
}
