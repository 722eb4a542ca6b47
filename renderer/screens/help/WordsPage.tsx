import { useText } from '../../i18n/i18n.tsx';
import { hashOf } from '../../state/route.ts';
import { pageOfTerm, TERMS } from '../../ui/terms.ts';
import css from './HelpScreen.module.css';

/** The glossary, in the order of the alphabet. */
export function WordsPage() {
  const text = useText('help');
  const word = useText('glossary');
  const sorted = [...TERMS].sort((one, other) => word(`${one}.term`).localeCompare(word(`${other}.term`)));
  return (
    <>
      <h1>{text('words')}</h1>
      <p className={css.lead}>{text('wordsLead')}</p>
      <dl className={css.words}>
        {sorted.map((id) => (
          <div key={id}>
            <dt>{word(`${id}.term`)}</dt>
            <dd>
              {word(`${id}.text`)}{' '}
              <a href={hashOf(pageOfTerm(id))} aria-label={word('moreAbout', { term: word(`${id}.term`) })}>
                {word('more')}
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
