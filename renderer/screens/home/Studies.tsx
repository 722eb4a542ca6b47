import { endOf } from '../../../shared/model/load-models.ts';
import type { Setup } from '../../../shared/model/setup.ts';
import type { Demo } from '../../../shared/protocol/contract.ts';
import { sendsText } from '../../../shared/words/load-plan.ts';
import { StartButton } from '../../forms/CannotRun.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { draftFrom } from '../../state/draft.ts';
import { useEngineRequest } from '../../state/engine-request.ts';
import { navigate } from '../../state/route.ts';
import { startRunFromHome } from '../../state/shell.ts';
import { Button } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import css from './HomeScreen.module.css';

export function Studies() {
  const text = useText('home.studies');
  const { data, failure } = useEngineRequest('demo.list', {});
  if (failure && !data) return <ErrorNotice failure={failure} />;
  if (data?.length === 0) return <EmptyState title={text('empty')} text={text('emptyText')} />;
  return (
    <>
      {data?.map((demo) => (
        <Study key={demo.name} demo={demo} />
      ))}
    </>
  );
}

/** A study with a lesson opens step by step; its variants can also be run on their own. */
function Study({ demo }: { demo: Demo }) {
  const text = useText('home.studies');
  const { name, title, summary, lesson, comparisons } = demo;
  const hasSteps = lesson !== null && comparisons.length > 0;
  return (
    <article className={css.study}>
      <h3>{title}</h3>
      <p className={css.summary}>{summary}</p>
      {hasSteps ? (
        <>
          <Button aria-label={text('openTitle', { title })} onClick={() => navigate({ screen: 'study', name, sessionId: null })}>
            {text('open')}
          </Button>
          <Disclosure summary={text('single')} className={css.single!}>
            <Variants demo={demo} />
          </Disclosure>
        </>
      ) : (
        <Variants demo={demo} />
      )}
    </article>
  );
}

function Variants({ demo }: { demo: Demo }) {
  const text = useText('home.studies');
  return (
    <ul>
      {demo.variants.map(({ name, title, setup }) => (
        <li key={name} className={css.variant}>
          <div>
            <div>{title}</div>
            <Plan setup={setup} />
          </div>
          <Button
            variant="quiet"
            aria-label={text('setUpTitle', { title })}
            onClick={() => {
              draftFrom(setup);
              navigate({ screen: 'setup' });
            }}
          >
            {text('setUp')}
          </Button>
          <StartButton aria-label={text('runTitle', { title })} onClick={() => void startRunFromHome(setup, title)}>
            {text('run')}
          </StartButton>
        </li>
      ))}
    </ul>
  );
}

function Plan({ setup: { load } }: { setup: Setup }) {
  const text = useText('home.studies.plan');
  const end = endOf(load);
  const sends = sendsText(load);
  return (
    <div className={css.plan}>
      {end.by === 'duration' ? text('duration', { sends, seconds: end.seconds }) : text('amount', { sends, requests: end.requests })}
    </div>
  );
}
