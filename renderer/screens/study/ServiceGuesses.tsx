import { useState } from 'react';
import { PROBE_LIMITS } from '../../../shared/model/probe.ts';
import type { ServiceGuess, ServiceState, StudiedServices } from '../../../shared/model/services.ts';
import { useText } from '../../i18n/i18n.tsx';
import { guessServices, stopServices } from '../../state/services.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox, Segmented } from '../../ui/Choice.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/Input.tsx';
import css from './StudyScreen.module.css';

interface Typed {
  readonly workers: string;
  readonly isUnlimited: boolean;
  readonly synchronous: 'yes' | 'no' | 'unsure';
}

const NOTHING: Typed = { workers: '', isUnlimited: false, synchronous: 'unsure' };

interface ServiceGuessesProps {
  readonly shown: StudiedServices;
  /** They are those of this engine, of which more can be asked. */
  readonly isCurrent: boolean;
  readonly onDone: () => void;
  readonly onOthers: () => void;
}

/** Where the services are, and what somebody thinks of them. */
export function ServiceGuesses({ shown, isCurrent, onDone, onOthers }: ServiceGuessesProps) {
  const text = useText('services.screen');
  const study = useText('study.predict');
  const { services, plan, guesses: fixed, isUp } = shown;
  const isFixed = fixed !== null || !isCurrent;
  // Whoever skips them writes down none.
  const hasGuessed = fixed?.some(({ workers, synchronous }) => workers !== null || synchronous !== null) ?? false;
  const [typed, setTyped] = useState<readonly Typed[]>(() => services.map((_, at) => typedOf(fixed?.[at])));
  const isWrong = typed.some((one) => !isGood(one));
  const isEmpty = typed.every(({ workers, isUnlimited, synchronous }) => workers.trim() === '' && !isUnlimited && synchronous === 'unsure');
  const decide = async () => {
    if (await guessServices(typed.map(guessOf))) onDone();
  };
  return (
    <>
      <h2>{text(isUp ? 'start.running' : isCurrent ? 'start.stopped' : 'start.kept')}</h2>
      {plan.seed !== null && <p className="muted">{text('start.drawnBy', { seed: String(plan.seed) })}</p>}
      {services.map((service, at) => (
        <OneGuess
          key={service.name}
          service={service}
          typed={typed[at]!}
          isFixed={isFixed}
          onChange={(change) => setTyped((all) => all.map((one, index) => (index === at ? { ...one, ...change } : one)))}
        />
      ))}
      {isFixed && <p className={css.why}>{text(hasGuessed ? 'guess.fixed' : 'guess.none')}</p>}
      {!isFixed && (
        <div className={css.buttons}>
          <Button variant="primary" disabled={isWrong || isEmpty} onClick={() => void decide()}>
            {text('guess.done')}
          </Button>
          <Button variant="quiet" disabled={!isEmpty} onClick={() => void decide()}>
            {study('skip')}
          </Button>
        </div>
      )}
      <div className={css.buttons}>
        {isUp ? (
          <Button onClick={() => void stopServices()}>{text('start.stop')}</Button>
        ) : (
          <Button onClick={onOthers}>{text('next')}</Button>
        )}
      </div>
    </>
  );
}

interface OneGuessProps {
  readonly service: ServiceState;
  readonly typed: Typed;
  readonly isFixed: boolean;
  readonly onChange: (change: Partial<Typed>) => void;
}

function OneGuess({ service: { name, url, lightUrl }, typed, isFixed, onChange }: OneGuessProps) {
  const text = useText('services.screen.guess');
  return (
    <section className={css.service} aria-label={text('of', { name })}>
      <h3>{text('of', { name })}</h3>
      <dl className={css.addresses}>
        <dt>{text('work')}</dt>
        <dd>
          <code>{url}</code>
        </dd>
        <dt>{text('light')}</dt>
        <dd>
          <code>{lightUrl}</code>
        </dd>
      </dl>
      <fieldset className={css.guesses} disabled={isFixed}>
        <Field
          label={text('workers')}
          hint={text('workersHint')}
          error={isGood(typed) ? undefined : text('workersWrong', { most: PROBE_LIMITS.max.high })}
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              className={css.workers}
              disabled={isFixed || typed.isUnlimited}
              value={typed.workers}
              onChange={(workers) => onChange({ workers })}
            />
          )}
        </Field>
        <Checkbox
          label={text('noLimit')}
          disabled={isFixed}
          checked={typed.isUnlimited}
          onChange={(isUnlimited) => onChange({ isUnlimited, workers: '' })}
        />
        <div className={css.waits}>
          <p>{text('synchronous')}</p>
          <Segmented
            label={`${text('of', { name })}: ${text('synchronous')}`}
            value={typed.synchronous}
            onChange={(synchronous) => onChange({ synchronous })}
            options={(['yes', 'no', 'unsure'] as const).map((value) => ({ value, label: text(value), disabled: isFixed }))}
          />
        </div>
      </fieldset>
    </section>
  );
}

function isGood({ workers }: Typed): boolean {
  const number = Number(workers);
  return workers.trim() === '' || (Number.isInteger(number) && number >= 1 && number <= PROBE_LIMITS.max.high);
}

function guessOf({ workers, isUnlimited, synchronous }: Typed): ServiceGuess {
  return {
    workers: isUnlimited ? 'no-limit' : workers.trim() === '' ? null : Number(workers),
    synchronous: synchronous === 'unsure' ? null : synchronous === 'yes',
  };
}

function typedOf(guess: ServiceGuess | undefined): Typed {
  if (guess === undefined) return NOTHING;
  return {
    workers: typeof guess.workers === 'number' ? String(guess.workers) : '',
    isUnlimited: guess.workers === 'no-limit',
    synchronous: guess.synchronous === null ? 'unsure' : guess.synchronous ? 'yes' : 'no',
  };
}
