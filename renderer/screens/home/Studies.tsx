import type { Study } from '../../../shared/model/comparison/study.ts';
import { SingleRuns, Variants } from '../../forms/SingleRuns.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { useEngineRequest } from '../../state/engine-request.ts';
import { hashOf, navigate } from '../../state/route.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import css from './HomeScreen.module.css';

export function Studies() {
  const text = useText('home.studies');
  const { data, failure } = useEngineRequest('study.list', {});
  if (failure && !data) return <ErrorNotice failure={failure} />;
  if (data?.length === 0) return <EmptyState title={text('empty')} text={text('emptyText')} />;
  return (
    <>
      {data?.map((study) => (
        <StudyEntry key={study.name} study={study} />
      ))}
    </>
  );
}

/** A study with a lesson opens step by step; its variants can also be run on their own. */
function StudyEntry({ study }: { study: Study }) {
  const text = useText('home.studies');
  const { name, title, summary, lesson, comparisons, services, variants } = study;
  const hasSteps = services !== null || (lesson !== null && comparisons.length > 0);
  return (
    <article className={css.study}>
      <h3>{hasSteps ? <a href={hashOf({ screen: 'study', name, sessionId: null })}>{title}</a> : title}</h3>
      <p className={css.summary}>{summary}</p>
      {hasSteps ? (
        <>
          <Button aria-label={text('openTitle', { title })} onClick={() => navigate({ screen: 'study', name, sessionId: null })}>
            {text('open')}
          </Button>
          {variants.length > 0 && (
            <div className={css.single}>
              <SingleRuns study={study} />
            </div>
          )}
        </>
      ) : (
        <Variants study={study} />
      )}
    </article>
  );
}
