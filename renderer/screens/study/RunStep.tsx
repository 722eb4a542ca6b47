import { useState } from 'react';
import type { ComparisonSetup } from '../../../shared/model/comparison.ts';
import type { Failure } from '../../../shared/model/failure.ts';
import { request } from '../../bridge.ts';
import { RunDots } from '../../charts/RunDots.tsx';
import { Headline } from '../../comparison/Headline.tsx';
import { LiveBar } from '../../comparison/LiveBar.tsx';
import { namesOf } from '../../comparison/variant-name.ts';
import { formatElapsed } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';
import { isOver, useComparison } from '../../state/comparisons.ts';
import { draftFrom } from '../../state/draft.ts';
import { useEngineRequest } from '../../state/engine-request.ts';
import { navigate } from '../../state/route.ts';
import { startRunFromHome } from '../../state/shell.ts';
import { keepGuess } from '../../state/studies.ts';
import { Button } from '../../ui/Button.tsx';
import { RadioList } from '../../ui/Choice.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import css from './StudyScreen.module.css';
import type { StepProps } from './StudyScreen.tsx';

/** The comparison in one of its forms, and what comes of it while it goes on. */
export function RunStep(props: StepProps) {
  const { sessionId, info } = props;
  const [choosing, setChoosing] = useState(false);
  if (sessionId === null || info === null || choosing) return <Choose {...props} onStarted={() => setChoosing(false)} />;
  return <Going {...props} sessionId={sessionId} onOther={() => setChoosing(true)} />;
}

function Choose({ demo, lesson, guess, onStarted }: StepProps & { onStarted: () => void }) {
  const text = useText('study');
  const [chosen, setChosen] = useState(demo.comparisons[0]?.name ?? null);
  const [starting, setStarting] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const comparison = demo.comparisons.find(({ name }) => name === chosen);
  const start = async () => {
    if (comparison === undefined) return;
    setStarting(true);
    const answer = await request('compare.start', {
      comparison: comparison.comparison,
      name: null,
    });
    setStarting(false);
    if (!answer.ok) return setFailure(answer.failure);
    await keepGuess(demo.name, answer.value.sessionId);
    onStarted();
    navigate({ screen: 'study', name: demo.name, sessionId: answer.value.sessionId });
  };
  const guessed = lesson.choices.find(({ id }) => id === guess)?.text;
  return (
    <section className={css.narrow} aria-labelledby="run-title">
      <h2 id="run-title">{text('run.title')}</h2>
      {guessed !== undefined && <p className="muted">{text('predict.guessed', { guess: guessed })}</p>}
      <RadioList
        label={text('run.choose')}
        value={chosen}
        onChange={setChosen}
        options={demo.comparisons.map(({ name, title, comparison: one }) => ({
          value: name,
          label: title,
          detail: <Estimate comparison={one} />,
        }))}
      />
      {failure !== null && <ErrorNotice failure={failure} />}
      <div className={css.buttons}>
        <Button variant="primary" disabled={comparison === undefined || starting} onClick={() => void start()}>
          {starting ? text('run.starting') : text('run.start')}
        </Button>
      </div>
      <SingleRuns demo={demo} />
    </section>
  );
}

function Estimate({ comparison }: { comparison: ComparisonSetup }) {
  const text = useText('study.run');
  const { data } = useEngineRequest('compare.estimate', { comparison });
  return (
    <>
      {text('pairs', { count: comparison.pairs })}
      {data && `, ${text('time', { time: formatElapsed(data.totalMs) })}`}
    </>
  );
}

/** The variants by themselves, for those who want to look at one run first. */
export function SingleRuns({ demo }: Pick<StepProps, 'demo'>) {
  const text = useText('study.run');
  return (
    <Disclosure summary={text('single')} className={css.single!}>
      <ul>
        {demo.variants.map(({ name, title, setup }) => (
          <li key={name} className={css.variant}>
            <span>{title}</span>
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
            <Button aria-label={text('singleRunTitle', { title })} onClick={() => void startRunFromHome(setup, title)}>
              {text('singleRun')}
            </Button>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function Going({ sessionId, go, onOther }: StepProps & { sessionId: string; onOther: () => void }) {
  const text = useText('study.run');
  const { data: info, progress } = useComparison(sessionId);
  if (info === undefined || progress === null) return null;
  const over = isOver(progress.state);
  return (
    <section aria-labelledby="run-title">
      <h2 id="run-title">{text('title')}</h2>
      <p className="muted">{over ? text('done') : text('going')}</p>
      {!over && <LiveBar sessionId={sessionId} info={info} progress={progress} />}
      <div className={css.soFar}>{!over && <Headline info={info} />}</div>
      <div>
        <RunDots dots={info.dots} names={namesOf(info)} rounds={info.setup.pairs} round={null} onRound={() => {}} />
      </div>
      <div className={css.buttons}>
        {over && (
          <Button variant="primary" onClick={() => go('reveal')}>
            {text('reveal')}
          </Button>
        )}
        <Button onClick={() => navigate({ screen: 'compare', sessionId })}>{text('compare')}</Button>
        {over && (
          <Button variant="quiet" onClick={onOther}>
            {text('again')}
          </Button>
        )}
      </div>
    </section>
  );
}
