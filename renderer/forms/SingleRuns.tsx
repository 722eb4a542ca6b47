import type { Study } from '../../shared/model/comparison/study.ts';
import { endOf } from '../../shared/model/load-models.ts';
import type { Setup } from '../../shared/model/setup/setup.ts';
import { sendsText } from '../../shared/phrases/load-plan.ts';
import { useText } from '../i18n/i18n.tsx';
import { draftFrom } from '../state/forms/draft.ts';
import { navigate } from '../state/route.ts';
import { startRunFromHome } from '../state/shell.ts';
import { Button } from '../ui/Button.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { StartButton } from './CannotRun.tsx';
import css from './SingleRuns.module.css';

/** The variants of a study on their own, for those who want to look at one run first. */
export function SingleRuns({ study }: { study: Study }) {
  const text = useText('home.studies');
  return (
    <Disclosure summary={text('single')}>
      <Variants study={study} />
    </Disclosure>
  );
}

/** What each of them is, to be set up or run at once. */
export function Variants({ study }: { study: Study }) {
  const text = useText('home.studies');
  return (
    <ul>
      {study.variants.map(({ name, title, setup }) => (
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
