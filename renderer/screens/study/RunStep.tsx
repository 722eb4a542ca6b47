import { useState } from 'react';
import { describeDifferences } from '../../../shared/analysis/verdicts/differences.ts';
import type { ComparisonSetup } from '../../../shared/model/comparison/comparison.ts';
import { isOver } from '../../../shared/model/comparison/comparison-info.ts';
import { questionFirst } from '../../../shared/model/comparison/metrics.ts';
import type { Failure } from '../../../shared/model/failure.ts';
import { namesOf } from '../../../shared/phrases/variant-name.ts';
import { request } from '../../bridge.ts';
import { RunDots } from '../../charts/RunDots.tsx';
import { CanShow } from '../../comparison/CanShow.tsx';
import { ComparisonLiveBar } from '../../comparison/ComparisonLiveBar.tsx';
import { GridPlan } from '../../comparison/GridPlan.tsx';
import { Headline } from '../../comparison/Headline.tsx';
import { PairsReach } from '../../comparison/PairsReach.tsx';
import { CannotRun, StartButton } from '../../forms/CannotRun.tsx';
import { SingleRuns } from '../../forms/SingleRuns.tsx';
import { formatElapsed } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';
import { StartFailure } from '../../session/StartFailure.tsx';
import { useComparison, useWatched } from '../../state/comparisons.ts';
import { useEngineRequest } from '../../state/engine-request.ts';
import { navigate } from '../../state/route.ts';
import { useSessionInfo } from '../../state/sessions.ts';
import { keepGuess, useGuess } from '../../state/studies.ts';
import { Button } from '../../ui/Button.tsx';
import { RadioList } from '../../ui/Choice.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Progress.tsx';
import css from './StudyScreen.module.css';
import type { StepProps } from './step.ts';
import { WhatRuns } from './WhatRuns.tsx';
import { WhoIsWho } from './WhoIsWho.tsx';

/** Runs the comparison in one of its forms and shows its progress. */
export function RunStep(props: StepProps) {
  const { sessionId, info } = props;
  const [choosing, setChoosing] = useState(false);
  if (sessionId === null || info === null || choosing) return <Choose {...props} onStarted={() => setChoosing(false)} />;
  return <Going {...props} sessionId={sessionId} onOther={() => setChoosing(true)} />;
}

function Choose({ study, lesson, sessionId, onStarted }: StepProps & { onStarted: () => void }) {
  const text = useText('study');
  const ofGrid = useText('grid.form');
  const guess = useGuess(study.name, sessionId);
  const forms = [...study.comparisons, ...study.grids];
  const [chosen, setChosen] = useState(forms[0]?.name ?? null);
  const [starting, setStarting] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const groups = [false, true].map((isPublished) => ({
    title: text(isPublished ? 'run.published' : 'run.forLesson'),
    options: forms
      .filter((one) => (one.isPublished ?? false) === isPublished)
      .map(({ name, title, comparison }) => ({ value: name, label: title, detail: <FormDetail name={name} comparison={comparison} /> })),
  }));
  const hasBoth = groups.every(({ options }) => options.length > 0);
  const form = forms.find(({ name }) => name === chosen);
  const start = async () => {
    if (form === undefined) return;
    setStarting(true);
    // The columns of a grid say nothing of its study.
    const name = form.comparison.grid === undefined ? null : study.title;
    const reply = await request('compare.start', { comparison: form.comparison, name });
    setStarting(false);
    if (!reply.ok) return setFailure(reply.failure);
    const { sessionId: started } = reply.value;
    // A grid has a table and no verdict that could be guessed.
    if (form.comparison.grid !== undefined) return navigate({ screen: 'compare', sessionId: started });
    await keepGuess(study.name, guess, started);
    onStarted();
    navigate({ screen: 'study', name: study.name, sessionId: started });
  };
  const guessed = lesson.choices.find(({ id }) => id === guess)?.text;
  return (
    <div className={css.columns}>
      <section className={css.text} aria-labelledby="run-title">
        <h2 id="run-title">{text('run.title')}</h2>
        {guessed !== undefined && (
          <p className="muted">
            {text('predict.guessed', { guess: guessed })} {form !== undefined && form.reveal !== null && text('run.otherQuestion')}
          </p>
        )}
        <CannotRun />
        <RadioList
          label={text('run.choose')}
          value={chosen}
          onChange={setChosen}
          options={hasBoth ? groups : groups.flatMap(({ options }) => options)}
        />
        {failure !== null && <StartFailure failure={failure} onGone={() => setFailure(null)} onRetry={start} />}
        <WhatRuns study={study} form={chosen} />
        <div className={css.buttons}>
          <StartButton variant="primary" disabled={form === undefined || starting} onClick={() => void start()}>
            {starting ? text('run.starting') : form?.comparison.grid === undefined ? text('run.start') : ofGrid('run')}
          </StartButton>
        </div>
        {study.folder === null && (
          <div className={css.single}>
            <SingleRuns study={study} />
          </div>
        )}
      </section>
      {form !== undefined &&
        (form.comparison.grid === undefined ? (
          <Shows comparison={form.comparison} />
        ) : (
          <GridPlan comparison={form.comparison} className={css.question} />
        ))}
    </div>
  );
}

/** How much a form runs, and for how long, and the name by which texts and the command line know it. */
function FormDetail({ name, comparison }: { name: string; comparison: ComparisonSetup }) {
  return (
    <>
      <Time comparison={comparison} /> · <code>{name}</code>
    </>
  );
}

function Time({ comparison }: { comparison: ComparisonSetup }) {
  const text = useText('study.run');
  const { data } = useEngineRequest('compare.estimate', { comparison });
  if (comparison.grid !== undefined) {
    const cells = comparison.variants.length;
    return <>{data ? text('cellsTime', { cells, time: formatElapsed(data.totalMs) }) : text('cells', { cells })}</>;
  }
  const count = comparison.pairs;
  return <>{data ? text('pairsTime', { count, time: formatElapsed(data.totalMs) }) : text('pairs', { count })}</>;
}

/** The smallest difference the chosen form can detect, shown before it starts. */
function Shows({ comparison }: { comparison: ComparisonSetup }) {
  const text = useText('compare.setup');
  const study = useText('study.run');
  const { data, failure } = useEngineRequest('compare.estimate', { comparison });
  // Two equal sides: the A/A study, which the set-up suggests for an unknown machine.
  const findsOut = data?.sensitivity === null && describeDifferences(comparison.variants.map(({ setup }) => setup)).length === 0;
  return (
    <section className={css.question} aria-labelledby="can-show">
      <h2 id="can-show">{text('canShow')}</h2>
      {data === undefined && (failure === null ? <Spinner label={text('timeAsking')} /> : <ErrorNotice failure={failure} />)}
      {findsOut && <p className="muted">{study('findsOut')}</p>}
      <PairsReach pairs={comparison.pairs} question={comparison.question} variants={comparison.variants} />
      {data !== undefined && !findsOut && <CanShow estimate={data} comparison={comparison} />}
    </section>
  );
}

function Going({ sessionId, isRevealed, go, onOther }: StepProps & { sessionId: string; onOther: () => void }) {
  const text = useText('study.run');
  const { data: info, progress } = useComparison(sessionId);
  const { data: session } = useSessionInfo(sessionId);
  const watched = useWatched(progress);
  const [isWanted, setWanted] = useState(false);
  const isHidden = !isRevealed && !isWanted;
  if (info === undefined || progress === null) return null;
  const failure = session?.failure ?? null;
  const over = isOver(progress.state);
  return (
    <section className={css.going} aria-labelledby="run-title">
      <h2 id="run-title">{text('title')}</h2>
      <p className="muted">{over ? text('done') : text('going')}</p>
      {failure !== null && <ErrorNotice failure={failure} />}
      {/* The result is left to the next step. */}
      {!isHidden && (
        <div className={css.soFar} data-watched={watched}>
          {!over && <Headline info={info} />}
        </div>
      )}
      <div className={css.buttons}>
        <Button variant="primary" disabled={!over} onClick={() => go('reveal')}>
          {text('reveal')}
        </Button>
        {!isRevealed && <Button onClick={() => setWanted(isHidden)}>{text(isHidden ? (over ? 'showAll' : 'show') : 'hide')}</Button>}
        {(over || !isHidden) && (
          <Button variant="quiet" onClick={() => navigate({ screen: 'compare', sessionId })}>
            {text('compare')}
          </Button>
        )}
        {over && (
          <Button variant="quiet" onClick={onOther}>
            {text('again')}
          </Button>
        )}
      </div>
      {isHidden ? (
        <p className={css.why}>{text('hidden')}</p>
      ) : (
        <div className={css.dots}>
          <WhoIsWho info={info} />
          <RunDots
            dots={questionFirst(info.dots, info.setup.question)}
            names={namesOf(info)}
            rounds={info.setup.pairs}
            round={null}
            onRound={() => {}}
          />
        </div>
      )}
      {!over && (
        <div className={css.live}>
          <ComparisonLiveBar sessionId={sessionId} info={info} progress={progress} isHidden={isHidden} />
        </div>
      )}
    </section>
  );
}
