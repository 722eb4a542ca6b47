import { wordFailure } from '../../shared/format/word-said.ts';
import { type Failure, fail } from '../../shared/model/failure.ts';
import { say } from '../../shared/words/said.ts';
import { desktop } from '../desktop.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { useMay } from '../state/may.ts';
import { Button, type ButtonProps } from '../ui/Button.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import css from './forms.module.css';

/** Why no run can be started here; null: none is known to prevent it. */
export function useCannotRun(): Failure | null {
  const { data } = useEngineRequest('app.info', {});
  const isAllowed = useMay('act');
  if (!isAllowed) return fail('not-allowed', say('page.mayOnlyLook'), say('engine.askForLink')).failure;
  return data?.cannotRun ?? null;
}

/** Says, before anything is filled in, that nothing can be run on this computer, and what would help. */
export function CannotRun() {
  const text = useText('common.action');
  const failure = useCannotRun();
  if (failure === null) return null;
  const getNode = desktop && <Button onClick={() => void desktop?.openLink('get-node')}>{text('getNode')}</Button>;
  return (
    <div className={css.cannotRun}>
      <ErrorNotice failure={failure} actions={getNode} />
    </div>
  );
}

/** Starts a run. Disabled if nothing can be run; its description says why. */
export function StartButton({ disabled, title, ...rest }: ButtonProps) {
  const failure = useCannotRun();
  return <Button {...rest} disabled={disabled || failure !== null} title={failure === null ? title : wordFailure(failure).message} />;
}
