import type { Setup } from '../../../shared/model/setup.ts';
import type { Demo } from '../../../shared/protocol/contract.ts';
import { useText } from '../../i18n/i18n.tsx';
import { draftFrom } from '../../state/draft.ts';
import { useEngineRequest } from '../../state/engine-request.ts';
import { navigate } from '../../state/route.ts';
import { startRunFromHome } from '../../state/shell.ts';
import { Button } from '../../ui/Button.tsx';
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

function Study({ demo }: { demo: Demo }) {
  const text = useText('home.studies');
  return (
    <article className={css.study}>
      <h3>{demo.title}</h3>
      <p className={css.summary}>{demo.summary}</p>
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
            <Button aria-label={text('runTitle', { title })} onClick={() => void startRunFromHome(setup, title)}>
              {text('run')}
            </Button>
          </li>
        ))}
      </ul>
    </article>
  );
}

function Plan({ setup: { load } }: { setup: Setup }) {
  const text = useText('home.studies.plan');
  const { connections, end } = load;
  return (
    <div className={css.plan}>
      {end.by === 'duration'
        ? text('duration', { connections, seconds: end.seconds })
        : text('amount', { connections, requests: end.requests })}
    </div>
  );
}
