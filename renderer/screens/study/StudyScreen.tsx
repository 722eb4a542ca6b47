import { type ReactNode, useState } from 'react';
import { isOver } from '../../../shared/model/comparison/comparison-info.ts';
import type { Demo, Lesson } from '../../../shared/model/comparison/study.ts';
import { isWholePath } from '../../../shared/model/setup/whole-path.ts';
import { useText } from '../../i18n/i18n.tsx';
import { useComparison } from '../../state/comparisons.ts';
import { useEngineRequest } from '../../state/engine-request.ts';
import { hashOf } from '../../state/route.ts';
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
import { ServicesStudyScreen } from './ServicesStudyScreen.tsx';
import { StudyFrame } from './StudyFrame.tsx';
import css from './StudyScreen.module.css';
import type { Step, StepProps } from './step.ts';

export function StudyScreen({ name, sessionId }: { name: string; sessionId: string | null }) {
  const show = (demo: Demo | undefined) => <Opened demo={demo} sessionId={sessionId} />;
  return isWholePath(name) ? (
    <FolderStudy key={name} folder={name} sessionId={sessionId}>
      {show}
    </FolderStudy>
  ) : (
    <BundledStudy name={name}>{show}</BundledStudy>
  );
}

function BundledStudy({ name, children }: { name: string; children: (demo: Demo | undefined) => ReactNode }) {
  const text = useText('study');
  const { data, failure } = useEngineRequest('demo.list', {});
  if (data !== undefined) return <>{children(data.find((one) => one.name === name))}</>;
  return <div className={css.page}>{failure === null ? <Spinner label={text('loading')} /> : <ErrorNotice failure={failure} />}</div>;
}

function Opened({ demo, sessionId }: { demo: Demo | undefined; sessionId: string | null }) {
  const text = useText('study');
  if (demo !== undefined && demo.services !== null) return <ServicesStudyScreen demo={demo} study={demo.services} />;
  if (demo === undefined || demo.lesson === null) {
    const home = <a href={hashOf({ screen: 'home' })}>{text('toHome')}</a>;
    return (
      <div className={css.page}>
        <EmptyState title={text('missing')} text={text('missingText')} action={home} />
      </div>
    );
  }
  return sessionId === null ? (
    <Study demo={demo} lesson={demo.lesson} sessionId={null} info={null} />
  ) : (
    <WithComparison demo={demo} lesson={demo.lesson} sessionId={sessionId} />
  );
}

type StudyProps = Pick<StepProps, 'demo' | 'lesson' | 'sessionId' | 'info'>;

const SHOWS_RESULT: readonly Step[] = ['reveal', 'explain', 'next'];

function WithComparison({ demo, lesson, sessionId }: { demo: Demo; lesson: Lesson; sessionId: string }) {
  const { data, failure } = useComparison(sessionId);
  if (data === undefined && failure === null) return <div className={css.page} />;
  // The session is no longer open (the engine was restarted): the study starts over.
  const known = failure !== null && data === undefined ? null : sessionId;
  return <Study demo={demo} lesson={lesson} sessionId={known} info={data ?? null} />;
}

function Study({ demo, lesson, sessionId, info }: StudyProps) {
  const made = useGuess(demo.name, null);
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
  const props: StepProps = { demo, lesson, guess, sessionId, info, isRevealed: sessionId !== null && revealed === sessionId, go };
  return (
    <StudyFrame title={demo.title} step={step} isOpen={isOpen} go={go}>
      {step === 'predict' && <PredictStep {...props} />}
      {step === 'run' && <RunStep {...props} />}
      {step === 'reveal' && <RevealStep {...props} />}
      {step === 'explain' && <ExplainStep {...props} />}
      {step === 'next' && <NextStep {...props} />}
    </StudyFrame>
  );
}
