import { type ReactNode, useState } from 'react';
import { isOver } from '../../../shared/model/comparison/comparison-info.ts';
import type { Lesson, Study } from '../../../shared/model/comparison/study.ts';
import { isWholePath } from '../../../shared/model/setup/whole-path.ts';
import { useText } from '../../i18n/i18n.tsx';
import { useComparison } from '../../state/comparisons.ts';
import { useEngineRequest } from '../../state/engine-request.ts';
import { hashOf } from '../../state/route.ts';
import { useSessionInfo } from '../../state/sessions.ts';
import { useGuess } from '../../state/studies.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Progress.tsx';
import { ExplainStep } from './ExplainStep.tsx';
import { FolderStudy } from './FolderStudy.tsx';
import { NextStep } from './NextStep.tsx';
import { PredictStep } from './PredictStep.tsx';
import { RevealStep } from './RevealStep.tsx';
import { RunStep } from './RunStep.tsx';
import { ServicesSessionScreen, ServicesStudyScreen } from './ServicesStudyScreen.tsx';
import { StudyFrame } from './StudyFrame.tsx';
import css from './StudyScreen.module.css';
import type { Step, StepProps } from './step.ts';

export function StudyScreen({ name, sessionId }: { name: string; sessionId: string | null }) {
  return sessionId === null ? <AnyStudy name={name} sessionId={null} /> : <OfSession name={name} sessionId={sessionId} />;
}

/** A session of unknown services has all that is shown, wherever its study is. */
function OfSession({ name, sessionId }: { name: string; sessionId: string }) {
  const { data, failure } = useSessionInfo(sessionId);
  if (data === undefined && failure === null) return <div className={css.page} />;
  return data?.kind === 'services' ? (
    <ServicesSessionScreen key={sessionId} sessionId={sessionId} />
  ) : (
    <AnyStudy name={name} sessionId={sessionId} />
  );
}

function AnyStudy({ name, sessionId }: { name: string; sessionId: string | null }) {
  const show = (study: Study | undefined) => <Opened study={study} sessionId={sessionId} />;
  return isWholePath(name) ? (
    <FolderStudy key={name} folder={name} sessionId={sessionId}>
      {show}
    </FolderStudy>
  ) : (
    <BundledStudy name={name}>{show}</BundledStudy>
  );
}

function BundledStudy({ name, children }: { name: string; children: (study: Study | undefined) => ReactNode }) {
  const text = useText('study');
  const { data, failure } = useEngineRequest('study.list', {});
  if (data !== undefined) return <>{children(data.find((one) => one.name === name))}</>;
  return <div className={css.page}>{failure === null ? <Spinner label={text('loading')} /> : <ErrorNotice failure={failure} />}</div>;
}

function Opened({ study, sessionId }: { study: Study | undefined; sessionId: string | null }) {
  const text = useText('study');
  if (study !== undefined && study.services !== null) return <ServicesStudyScreen study={study} services={study.services} />;
  if (study === undefined || study.lesson === null) {
    const home = <a href={hashOf({ screen: 'home' })}>{text('toHome')}</a>;
    return (
      <div className={css.page}>
        <EmptyState title={text('missing')} text={text('missingText')} action={home} />
      </div>
    );
  }
  return sessionId === null ? (
    <LessonOfStudy study={study} lesson={study.lesson} sessionId={null} info={null} />
  ) : (
    <WithComparison study={study} lesson={study.lesson} sessionId={sessionId} />
  );
}

type LessonOfStudyProps = Pick<StepProps, 'study' | 'lesson' | 'sessionId' | 'info'>;

const SHOWS_RESULT: readonly Step[] = ['reveal', 'explain', 'next'];

function WithComparison({ study, lesson, sessionId }: { study: Study; lesson: Lesson; sessionId: string }) {
  const { data, failure } = useComparison(sessionId);
  if (data === undefined && failure === null) return <div className={css.page} />;
  // The session is no longer open (the engine was restarted): the study starts over.
  const known = failure !== null && data === undefined ? null : sessionId;
  return <LessonOfStudy study={study} lesson={lesson} sessionId={known} info={data ?? null} />;
}

function LessonOfStudy({ study, lesson, sessionId, info }: LessonOfStudyProps) {
  const made = useGuess(study.name, null);
  const guess = info === null ? made : (info.study?.guess ?? null);
  const over = info !== null && isOver(info.state);
  // A comparison that ended earlier is revealed at once; one that ends now is revealed on request.
  const [wanted, setWanted] = useState<Step>(sessionId === null ? 'predict' : over ? 'reveal' : 'run');
  const isOpen = (step: Step) => step === 'predict' || step === 'run' || over;
  const step = isOpen(wanted) ? wanted : 'run';
  // Of this comparison: another one that is run from here has its own.
  const [revealed, setRevealed] = useState(SHOWS_RESULT.includes(step) ? sessionId : null);
  const go = (next: Step) => {
    if (SHOWS_RESULT.includes(next)) setRevealed(sessionId);
    setWanted(next);
  };
  const props: StepProps = { study, lesson, guess, sessionId, info, isRevealed: sessionId !== null && revealed === sessionId, go };
  return (
    <StudyFrame title={study.title} step={step} isOpen={isOpen} go={go}>
      {step === 'predict' && <PredictStep {...props} />}
      {step === 'run' && <RunStep {...props} />}
      {step === 'reveal' && <RevealStep {...props} />}
      {step === 'explain' && <ExplainStep {...props} />}
      {step === 'next' && <NextStep {...props} />}
    </StudyFrame>
  );
}
