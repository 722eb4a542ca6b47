import { useEffect, useRef, useState } from 'react';
import { showHidden } from '../../../shared/base/show-hidden.ts';
import { fileName } from '../../../shared/format/place.ts';
import { wordSaid } from '../../../shared/format/word-said.ts';
import type { Failure } from '../../../shared/model/failure.ts';
import type { SessionInfo } from '../../../shared/protocol/session-contract.ts';
import type { Said } from '../../../shared/words/said.ts';
import { request } from '../../bridge.ts';
import { FilePicker } from '../../frame/FilePicker.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { navigate } from '../../state/route.ts';
import { type GivenFile, openUnseen, takeDrops } from '../../state/shell.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Progress.tsx';
import css from './JoinDialog.module.css';

type RecordingAndResult = [recording: string, result: string];

type Step =
  | { readonly at: 'choose' }
  | { readonly at: 'placing'; readonly file: string }
  | { readonly at: 'placed' | 'joining'; readonly both: RecordingAndResult; readonly says: readonly Said[] }
  | { readonly at: 'refused'; readonly failure: Failure };

/** Opens the dialog that joins a recording and a result: one of them is shown, the other is asked for. Nothing: neither is shown. */
export function JoinButton({ info }: { info: SessionInfo }) {
  const text = useText('run.join');
  const [open, setOpen] = useState(false);
  const of = sideOf(info);
  if (of === null) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text('action', { of })}</Button>
      {open && <JoinDialog shown={info.id} of={of} onClose={() => setOpen(false)} />}
    </>
  );
}

/** A recording of the server has a load command, which waited while others made the load. */
function sideOf({ kind, setup, path }: SessionInfo): 'recording' | 'result' | null {
  if (kind === 'load') return 'result';
  return kind === 'run' && path !== null && (setup?.loadCommand ?? null) !== null ? 'recording' : null;
}

interface JoinDialogProps {
  /** The session that is shown, and which of both it is. */
  readonly shown: string;
  readonly of: 'recording' | 'result';
  readonly onClose: () => void;
}

/** Where the other one lies is said first; a joined session is made of it only then. */
function JoinDialog({ shown, of, onClose }: JoinDialogProps) {
  const text = useText('run.join');
  const cancel = useText('common.action')('cancel');
  const [step, setStep] = useState<Step>({ at: 'choose' });
  const [isPicking, setPicking] = useState(false);
  /** Replies to what was cancelled, or asked before another file was given, come too late. */
  const asked = useRef(0);
  const main = useRef<HTMLButtonElement>(null);
  const place = async (given: GivenFile) => {
    if (step.at === 'joining') return;
    setPicking(false);
    asked.current += 1;
    const mine = asked.current;
    setStep({ at: 'placing', file: 'path' in given ? fileName(given.path) : given.file.name });
    const next = await placeGiven(given, shown, of);
    if (asked.current === mine) setStep(next);
  };
  const stop = () => {
    asked.current += 1;
    setStep({ at: 'choose' });
  };
  const join = async () => {
    if (step.at !== 'placed') return;
    const mine = asked.current;
    setStep({ ...step, at: 'joining' });
    const reply = await request('sessions.join', { sessionIds: step.both });
    if (asked.current !== mine) return;
    if (reply.ok) navigate({ screen: 'run', sessionId: reply.value.sessionId });
    else setStep({ at: 'refused', failure: reply.failure });
  };
  const latest = useRef(place);
  latest.current = place;
  useEffect(
    () => takeDrops({ hint: text('dropHint'), detail: text('wanted', { of }), take: (given) => void latest.current(given) }),
    [text, of],
  );
  useEffect(
    () => () => {
      asked.current += 1;
    },
    [],
  );
  useEffect(() => {
    if (step.at === 'placed') main.current?.focus();
  }, [step.at]);
  return (
    <Dialog
      open
      onOpenChange={() => step.at !== 'joining' && onClose()}
      title={text('title', { of })}
      description={text('text', { of })}
      footer={
        <>
          {/* One button, so that the focus stays on it. */}
          <Button data-autofocus="" disabled={step.at === 'joining'} onClick={() => (step.at === 'placing' ? stop() : setPicking(true))}>
            {step.at === 'placing' ? cancel : text(step.at === 'choose' ? 'choose' : 'another')}
          </Button>
          <Button ref={main} variant="primary" disabled={step.at !== 'placed'} onClick={() => void join()}>
            {text('open')}
          </Button>
        </>
      }
    >
      <div className={css.step} aria-live="polite">
        <StepShown step={step} />
      </div>
      <FilePicker
        open={isPicking}
        onClose={() => setPicking(false)}
        title={text('wanted', { of })}
        kind="session"
        onPick={(path) => void place({ path })}
        onUpload={(file) => void place({ file })}
      />
    </Dialog>
  );
}

function StepShown({ step }: { step: Step }) {
  const text = useText('run.join');
  switch (step.at) {
    case 'choose':
      return <p className="muted">{text('drop')}</p>;
    case 'placing':
      return <Spinner label={text('placing', { file: showHidden(step.file) })} now />;
    case 'refused':
      return <ErrorNotice failure={step.failure} />;
    case 'placed':
    case 'joining':
      return (
        <>
          <Notice tone="info">
            {step.says.map((said, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they stand still
              <p key={nth}>{wordSaid(said)}</p>
            ))}
          </Notice>
          {step.at === 'joining' && <Spinner label={text('joining')} />}
        </>
      );
  }
}

async function placeGiven(given: GivenFile, shown: string, of: 'recording' | 'result'): Promise<Step> {
  const opened = await openUnseen(given);
  if (!opened.ok) return { at: 'refused', failure: opened.failure };
  const { sessionId } = opened.value;
  const both: RecordingAndResult = of === 'recording' ? [shown, sessionId] : [sessionId, shown];
  const placed = await request('sessions.place-load', { sessionIds: both });
  return placed.ok ? { at: 'placed', both, says: placed.value.says } : { at: 'refused', failure: placed.failure };
}
