import { type ReactNode, useEffect, useState } from 'react';
import type { Demo, ServicesStudy } from '../../../shared/model/comparison/study.ts';
import type { RunningServices } from '../../../shared/model/services.ts';
import { type KnownService, sayScore, sayTruth, servicesTable } from '../../../shared/report/services.ts';
import { CannotRun } from '../../forms/CannotRun.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { ProbeFigures } from '../../probe/ProbeFigures.tsx';
import { ProbeResult } from '../../probe/ProbeResult.tsx';
import { ProbeWatch } from '../../probe/ProbeWatch.tsx';
import { StartFailure } from '../../session/StartFailure.tsx';
import { navigate } from '../../state/route.ts';
import {
  forgetServicesRefusal,
  keyOf,
  probeServices,
  revealServices,
  stopProbingServices,
  stopServices,
  useServiceGuesses,
  useServices,
  watchServices,
} from '../../state/services.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/Choice.tsx';
import { Markdown } from '../../ui/Markdown.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import { ServiceAnswers } from './ServiceAnswers.tsx';
import { ServicesPage } from './ServicesPage.tsx';
import { StartServices } from './StartServices.tsx';
import { StudyFrame } from './StudyFrame.tsx';
import css from './StudyScreen.module.css';
import type { Step } from './step.ts';

interface ServicesStudyScreenProps {
  readonly demo: Demo;
  readonly study: ServicesStudy;
}

/** A study of services with hidden parameters: answered first, then probed, then told. */
export function ServicesStudyScreen({ demo, study }: ServicesStudyScreenProps) {
  useEffect(watchServices, []);
  const running = useServices(({ services }) => services.running);
  const guesses = useServiceGuesses();
  const [wanted, go] = useState<Step>('predict');
  /** Whose results are no longer wanted, because others are to be started. */
  const [past, setPast] = useState<string | null>(null);
  // Those of another study are none of this one.
  const ours = running?.study === demo.name && keyOf(running) !== past ? running : null;
  const startOthers = async () => {
    await stopServices();
    setPast(keyOf(running));
    go('predict');
  };
  const known = ours === null ? null : knownOf(ours, guesses);
  const isOpen = (step: Step) => step === 'predict' || (step === 'run' ? ours !== null && guesses !== null : known !== null);
  const step = isOpen(wanted) ? wanted : 'predict';
  const { lesson } = study;
  return (
    <StudyFrame title={demo.title} step={step} isOpen={isOpen} go={go}>
      {step === 'predict' && (
        <div className={css.columns}>
          <div className={css.text}>
            <Markdown text={lesson.before} />
          </div>
          <section className={css.question} aria-label={lesson.question}>
            <Refusal />
            {ours === null ? (
              <StartServices demo={demo} study={study} />
            ) : (
              <ServiceAnswers running={ours} onDone={() => go('run')} onOthers={() => void startOthers()} />
            )}
          </section>
        </div>
      )}
      {step === 'run' && ours !== null && <ProbeStep study={study} running={ours} onReveal={() => go('reveal')} />}
      {step === 'reveal' && known !== null && <Truth known={known} text={lesson.reveal} onNext={() => go('explain')} />}
      {step === 'explain' && ours !== null && known !== null && (
        <Explained known={known} text={lesson.explain} onNext={() => go('next')}>
          <ServicesPage demo={demo} study={study} running={ours} known={known} />
        </Explained>
      )}
      {step === 'next' && <Next text={lesson.tryNext} onAnew={() => void startOthers()} />}
    </StudyFrame>
  );
}

/** Null: it was not told yet. */
function knownOf({ services, truths }: RunningServices, guesses: ReturnType<typeof useServiceGuesses>): readonly KnownService[] | null {
  if (truths === null) return null;
  return services.map(({ name, probe }, at) => ({ name, guess: guesses?.[at] ?? null, probe: probe.report, truth: truths[at]! }));
}

function Refusal() {
  const refusal = useServices((state) => state.refusal);
  return refusal === null ? null : <StartFailure failure={refusal} onGone={forgetServicesRefusal} />;
}

/* ---- the probe ---- */

interface ProbeStepProps {
  readonly study: ServicesStudy;
  readonly running: RunningServices;
  readonly onReveal: () => void;
}

function ProbeStep({ study, running: { services, form, isUp }, onReveal }: ProbeStepProps) {
  const text = useText('services.screen');
  const isGoing = services.some(({ probe }) => probe.progress !== null);
  const hasEnded = services.some(({ probe }) => probe.report !== null || probe.failure !== null);
  const isThrough = !isGoing && services.every(({ probe }) => probe.report !== null || probe.failure !== null);
  const budget = study.forms.find(({ name }) => name === form)?.budgetS ?? 0;
  const reveal = async () => {
    await revealServices();
    onReveal();
  };
  return (
    <section aria-labelledby="run-title">
      <h2 id="run-title">{text('run.title')}</h2>
      <p className={css.narrow}>{isUp ? text('run.text', { budget }) : text('run.stopped')}</p>
      <CannotRun />
      <Refusal />
      <div className={css.buttons}>
        <Button variant={isThrough ? 'default' : 'primary'} disabled={isGoing || !isUp} onClick={() => void probeServices()}>
          {text(hasEnded ? 'run.again' : 'run.start')}
        </Button>
        <Button variant={isThrough ? 'primary' : 'quiet'} disabled={isGoing} onClick={() => void reveal()}>
          {text('run.reveal')}
        </Button>
      </div>
      <div className={css.pair}>
        {services.map(({ name, url, probe: { asked, progress, isStopping, report, failure } }) => (
          <section key={name} className={css.one} aria-label={text('answer.of', { name })}>
            <h3>{text('answer.of', { name })}</h3>
            {asked === null && <p className="muted">{isGoing ? text('run.waiting') : url}</p>}
            {asked !== null && progress !== null && (
              <ProbeWatch asked={asked} progress={progress} isStopping={isStopping} onStop={() => void stopProbingServices()} />
            )}
            {report !== null && <ProbeResult report={report} />}
            {failure !== null && <ErrorNotice failure={failure} />}
          </section>
        ))}
      </div>
    </section>
  );
}

/* ---- what they are ---- */

interface ToldProps {
  readonly known: readonly KnownService[];
  readonly text: string;
  readonly onNext: () => void;
}

function Truth({ known, text: markdown, onNext }: ToldProps) {
  const text = useText('services.screen.reveal');
  const study = useText('study.reveal');
  return (
    <>
      <section className={css.revealed} aria-labelledby="reveal-title">
        <h2 id="reveal-title">{text('title')}</h2>
        {known.map(({ name, truth }) => (
          <p key={name} className={css.truth}>
            {sayTruth(name, truth)}
          </p>
        ))}
        <p>{sayScore(known)}</p>
        <div className={css.verdicts}>
          <FigureTable table={servicesTable(known)} bare />
        </div>
      </section>
      <Beside known={known} text={markdown} />
      <div className={css.buttons}>
        <Button variant="primary" onClick={onNext}>
          {study('next')}
        </Button>
      </div>
    </>
  );
}

function Explained({ known, text: markdown, onNext, children }: ToldProps & { readonly children: ReactNode }) {
  const text = useText('study.explain');
  return (
    <>
      <Beside known={known} text={markdown} />
      <div className={css.buttons}>
        <Button variant="primary" onClick={onNext}>
          {text('next')}
        </Button>
        {children}
      </div>
    </>
  );
}

/** A text of the lesson with what the probe saw of one of them beside it. */
function Beside({ known, text: markdown }: Pick<ToldProps, 'known' | 'text'>) {
  const text = useText('services.screen');
  const probed = known.filter(({ probe }) => probe !== null);
  const [chosen, choose] = useState(probed[0]?.name ?? '');
  const shown = probed.find(({ name }) => name === chosen);
  return (
    <div className={css.lesson}>
      <div className={css.text}>
        <Markdown text={markdown} />
      </div>
      {shown !== undefined && (
        <section aria-label={text('reveal.probe', { name: shown.name })}>
          <Segmented
            label={text('reveal.probe', { name: shown.name })}
            value={chosen}
            onChange={choose}
            options={probed.map(({ name }) => ({ value: name, label: text('answer.of', { name }) }))}
          />
          <div className={css.figures}>
            <ProbeFigures {...shown.probe!} />
          </div>
        </section>
      )}
    </div>
  );
}

function Next({ text: markdown, onAnew }: { readonly text: string; readonly onAnew: () => void }) {
  const text = useText('services.screen');
  const study = useText('study');
  return (
    <div className={css.text}>
      <h2>{study('step.next')}</h2>
      <Markdown text={markdown} />
      <div className={css.buttons}>
        <Button variant="primary" onClick={onAnew}>
          {text('next')}
        </Button>
        <Button onClick={() => navigate({ screen: 'probe' })}>{study('next.probe')}</Button>
        <Button variant="quiet" onClick={() => navigate({ screen: 'home' })}>
          {study('next.home')}
        </Button>
      </div>
    </div>
  );
}
