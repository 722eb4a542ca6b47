import type { ReactNode } from 'react';
import { useOffers } from '../../commands/commands.ts';
import { useText } from '../../i18n/i18n.tsx';
import { useScreenKeys } from '../../ui/use-screen-keys.ts';
import css from './StudyScreen.module.css';
import { STEPS, type Step } from './step.ts';

interface StudyFrameProps {
  readonly title: string;
  /** In place of the title: that of a session, with what can be done with it. */
  readonly head?: ReactNode;
  readonly step: Step;
  readonly isOpen: (step: Step) => boolean;
  readonly go: (step: Step) => void;
  readonly children: ReactNode;
}

/** The title of a study and its steps, above the one that is shown. */
export function StudyFrame({ title, head, step, isOpen, go, children }: StudyFrameProps) {
  const text = useText('study');
  const command = useText('common.command');
  const keyOf = (one: Step): string => String(STEPS.indexOf(one) + 1);
  const open = STEPS.filter(isOpen);
  useScreenKeys(Object.fromEntries(open.map((one) => [keyOf(one), () => go(one)])));
  useOffers(
    open.map((one) => ({ id: `step ${one}`, label: command('step', { name: text(`step.${one}`) }), key: keyOf(one), act: () => go(one) })),
  );
  return (
    <div className={css.page}>
      <header className={css.head}>
        {head || <h1>{title}</h1>}
        <nav aria-label={text('steps')}>
          <ol className={css.steps}>
            {STEPS.map((one, index) => (
              <li key={one}>
                <button
                  type="button"
                  aria-current={one === step ? 'step' : undefined}
                  disabled={!isOpen(one)}
                  title={isOpen(one) ? undefined : text('locked')}
                  onClick={() => go(one)}
                >
                  <span className={css.number}>{index + 1}</span>
                  {text(`step.${one}`)}
                </button>
              </li>
            ))}
          </ol>
        </nav>
      </header>
      {children}
    </div>
  );
}
