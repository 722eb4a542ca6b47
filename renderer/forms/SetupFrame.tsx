import type { ReactNode } from 'react';
import type { Failure } from '../../shared/model/failure.ts';
import { StartFailure } from '../session/StartFailure.tsx';
import { Kbd } from '../ui/Toolbar.tsx';
import { CannotRun, StartButton, useCannotRun } from './CannotRun.tsx';
import css from './SetupFrame.module.css';
import { useRunKey, useRunKeyName } from './use-run-key.ts';

export interface SetupFrameProps {
  readonly head: ReactNode;
  readonly fields: ReactNode;
  /** Describes what starting will do, beside the fields. */
  readonly plan: ReactNode;
  readonly failure: Failure | null;
  /** What prevented the start has ended. */
  onFailureGone(): void;
  readonly starting: boolean;
  readonly startLabel: string;
  readonly startingLabel: string;
  onStart(): Promise<void>;
  /** Other actions with what is filled in. */
  readonly after?: ReactNode;
}

/** The fields on the left; on the right what will happen, and the button that starts it. */
export function SetupFrame({
  head,
  fields,
  plan,
  failure,
  onFailureGone,
  starting,
  startLabel,
  startingLabel,
  onStart,
  after,
}: SetupFrameProps) {
  const cannotRun = useCannotRun();
  const [modifier, key] = useRunKeyName();
  const start = async () => {
    if (cannotRun === null) await onStart();
  };
  useRunKey(start);
  return (
    <form
      className={css.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <div className={css.fields}>
        {head}
        <CannotRun />
        {fields}
      </div>
      <aside className={css.aside}>
        {plan}
        {failure && <StartFailure failure={failure} onGone={onFailureGone} onRetry={start} />}
        <div className={css.run}>
          <StartButton type="submit" variant="primary" className={css.runButton} disabled={starting}>
            {starting ? startingLabel : startLabel}
          </StartButton>
          <span className={css.runKeys}>
            <Kbd>{modifier}</Kbd> <Kbd>{key}</Kbd>
          </span>
        </div>
        {after}
      </aside>
    </form>
  );
}

/** Collapsible sections. */
export function FoldedSections({ children }: { children: ReactNode }) {
  return <div className={css.folded}>{children}</div>;
}
