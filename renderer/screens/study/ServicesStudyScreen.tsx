import { type ReactNode, useEffect, useState } from 'react';
import type { ServicesStudy, Study } from '../../../shared/model/comparison/study.ts';
import { idOfStudy, type StudiedServices } from '../../../shared/model/services.ts';
import { type KnownService, sayScore, sayTruth, servicesTable } from '../../../shared/report/services.ts';
import { servicesCommand } from '../../../shared/report/services-page.ts';
import { FiguresOf } from '../../charts/Figure.tsx';
import { CannotRun } from '../../forms/CannotRun.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { ProbeFigures } from '../../probe/ProbeFigures.tsx';
import { ProbeResult } from '../../probe/ProbeResult.tsx';
import { ProbeWatch } from '../../probe/ProbeWatch.tsx';
import { SessionWaiting } from '../../session/SessionWaiting.tsx';
import { StartFailure } from '../../session/StartFailure.tsx';
import { useEngineRequest } from '../../state/engine-request.ts';
import { navigate } from '../../state/route.ts';
import {
  forgetServicesRefusal,
  keyOf,
  leaveServices,
  probeServices,
  revealServices,
  stopProbingServices,
  useServices,
  watchServices,
} from '../../state/services.ts';
import { useSessionInfo } from '../../state/sessions.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/Choice.tsx';
import { Markdown } from '../../ui/Markdown.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import { ServiceGuesses } from './ServiceGuesses.tsx';
import { ServicesHead } from './ServicesHead.tsx';
import { ServicesPage } from './ServicesPage.tsx';
import { StartServices } from './StartServices.tsx';
import { StudyFrame } from './StudyFrame.tsx';
import css from './StudyScreen.module.css';
import type { Step } from './step.ts';

interface ServicesStudyScreenProps {
  readonly study: Study;
  readonly services: ServicesStudy;
}

/** The unknown-service study: first guesses, then the probe, then the truth. */
export function ServicesStudyScreen({ study, services }: ServicesStudyScreenProps) {
  useEffect(watchServices, []);
  const running = useServices(({ services }) => services.running);
  const past = useServices((state) => state.past);
  // Those of another study are none of this one.
  const ours = running !== null && idOfStudy(running.plan) === study.name && keyOf(running) !== past ? running : null;
  return (
    <ServicesSteps
      key={keyOf(ours)}
      title={study.title}
      lesson={services.lesson}
      shown={ours}
      isCurrent
      start={<StartServices study={study} services={services} />}
      onOthers={() => void leaveServices()}
    />
  );
}

/** The same of a session: of the services that run, or as it was kept. */
export function ServicesSessionScreen({ sessionId }: { readonly sessionId: string }) {
  const text = useText('study');
  useEffect(watchServices, []);
  const running = useServices(({ services }) => services.running);
  const current = running?.sessionId === sessionId ? running : null;
  const { data, failure } = useEngineRequest('services.session', { sessionId }, { enabled: current === null, version: keyOf(running) });
  // What was asked for before others were started may say that they run.
  const shown = current ?? (data && { ...data, isUp: false });
  if (shown === undefined) return <SessionWaiting failure={failure} label={text('loading')} />;
  const { plan } = shown;
  const startOthers = async () => {
    if (current !== null) await leaveServices();
    navigate({ screen: 'study', name: idOfStudy(plan), sessionId: null });
  };
  return (
    <ServicesSteps
      title={plan.title}
      lesson={plan.lesson}
      shown={shown}
      isCurrent={current !== null}
      start={null}
      onOthers={() => void startOthers()}
    />
  );
}

interface ServicesStepsProps {
  readonly title: string;
  readonly lesson: ServicesStudy['lesson'];
  /** Null: none were started. */
  readonly shown: StudiedServices | null;
  /** They are those of this engine, of which more can be asked. */
  readonly isCurrent: boolean;
  /** What starts services. */
  readonly start: ReactNode;
  readonly onOthers: () => void;
}

function ServicesSteps({ title, lesson, shown, isCurrent, start, onOthers }: ServicesStepsProps) {
  /** Null: where one left off. */
  const [wanted, go] = useState<Step | null>(null);
  const sessionId = shown?.sessionId ?? null;
  const known = shown === null ? null : knownOf(shown);
  const isOpen = (step: Step) => step === 'predict' || (step === 'run' ? shown !== null && isBegun(shown) : known !== null);
  const [reached] = useState(() => reachedBy(shown));
  const at = wanted ?? reached;
  const step = isOpen(at) ? at : 'predict';
  return (
    <StudyFrame
      title={title}
      head={sessionId !== null && shown !== null && <ServicesHead sessionId={sessionId} shown={shown} />}
      step={step}
      isOpen={isOpen}
      go={go}
    >
      {sessionId !== null && <SaveFailure sessionId={sessionId} />}
      {step === 'predict' && (
        <div className={css.columns}>
          <div className={css.text}>
            <Markdown text={lesson.before} />
          </div>
          <section className={css.question} aria-label={lesson.question}>
            <Refusal />
            {shown === null ? start : <ServiceGuesses shown={shown} isCurrent={isCurrent} onDone={() => go('run')} onOthers={onOthers} />}
          </section>
        </div>
      )}
      {step === 'run' && shown !== null && <ProbeStep shown={shown} isCurrent={isCurrent} onReveal={() => go('reveal')} />}
      {step === 'reveal' && known !== null && <Truth known={known} text={lesson.reveal} onNext={() => go('explain')} />}
      {step === 'explain' && shown !== null && known !== null && (
        <Explained known={known} text={lesson.explain} onNext={() => go('next')}>
          {sessionId !== null && <ServicesPage sessionId={sessionId} />}
        </Explained>
      )}
      {step === 'next' && <Next text={lesson.tryNext} onAnew={onOthers} />}
    </StudyFrame>
  );
}

function reachedBy(shown: StudiedServices | null): Step {
  if (shown === null || !isBegun(shown)) return 'predict';
  return shown.truths === null ? 'run' : 'reveal';
}

/** The probe may follow, or was made. */
function isBegun({ guesses, services }: StudiedServices): boolean {
  return guesses !== null || services.some(({ probe }) => probe.asked !== null);
}

/** Null: it was not told yet. */
function knownOf({ services, truths, guesses }: StudiedServices): readonly KnownService[] | null {
  if (truths === null) return null;
  return services.map(({ name, probe }, at) => ({ name, guess: guesses?.[at] ?? null, probe: probe.report, truth: truths[at]! }));
}

function SaveFailure({ sessionId }: { readonly sessionId: string }) {
  const { saveFailure } = useSessionInfo(sessionId);
  return saveFailure === null ? null : <ErrorNotice failure={saveFailure} />;
}

function Refusal({ onRetry }: { readonly onRetry?: () => Promise<void> }) {
  const refusal = useServices((state) => state.refusal);
  return refusal === null ? null : <StartFailure failure={refusal} onGone={forgetServicesRefusal} onRetry={onRetry} />;
}

/* ---- the probe ---- */

interface ProbeStepProps extends Pick<ServicesStepsProps, 'isCurrent'> {
  readonly shown: StudiedServices;
  readonly onReveal: () => void;
}

function ProbeStep({ shown: { services, plan, truths, isUp }, isCurrent, onReveal }: ProbeStepProps) {
  const text = useText('services.screen');
  const isGoing = services.some(({ probe }) => probe.progress !== null);
  const hasEnded = services.some(({ probe }) => probe.report !== null || probe.failure !== null);
  const isThrough = !isGoing && services.every(({ probe }) => probe.report !== null || probe.failure !== null);
  const reveal = async () => {
    await revealServices();
    onReveal();
  };
  return (
    <section aria-labelledby="run-title">
      <h2 id="run-title">{text('run.title')}</h2>
      <p className={css.narrow}>{isUp ? text('run.text', { budget: plan.form.budgetS }) : text(isCurrent ? 'run.stopped' : 'run.kept')}</p>
      {isCurrent && <CannotRun />}
      {isCurrent && <Refusal onRetry={probeServices} />}
      {!isCurrent && truths === null && (
        <p className={css.narrow}>
          {text('run.untold')} <code>{servicesCommand(plan)}</code>
        </p>
      )}
      {isCurrent && (
        <div className={css.buttons}>
          <Button variant={isThrough ? 'default' : 'primary'} disabled={isGoing || !isUp} onClick={() => void probeServices()}>
            {text(hasEnded ? 'run.again' : 'run.start')}
          </Button>
          <Button variant={isThrough ? 'primary' : 'quiet'} disabled={isGoing} onClick={() => void reveal()}>
            {text('run.reveal')}
          </Button>
        </div>
      )}
      <div className={css.pair}>
        {services.map(({ name, url, probe: { asked, progress, isStopping, report, failure } }) => (
          <section key={name} className={css.one} aria-label={text('guess.of', { name })}>
            <h3 id={`service-${name}`}>{text('guess.of', { name })}</h3>
            {asked === null && <p className="muted">{isGoing ? text('run.waiting') : url}</p>}
            {asked !== null && progress !== null && (
              <ProbeWatch asked={asked} progress={progress} isStopping={isStopping} onStop={() => void stopProbingServices()} />
            )}
            {report !== null && (
              <FiguresOf value={`service-${name}`}>
                <ProbeResult report={report} />
              </FiguresOf>
            )}
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
            options={probed.map(({ name }) => ({ value: name, label: text('guess.of', { name }) }))}
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
