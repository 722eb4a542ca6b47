import { useState } from 'react';
import type { ServicesStudy, Study } from '../../../shared/model/comparison/study.ts';
import { SEEDS } from '../../../shared/model/services.ts';
import { CannotRun, StartButton } from '../../forms/CannotRun.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { startServices, useServices } from '../../state/services.ts';
import { RadioList } from '../../ui/Choice.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/Input.tsx';
import css from './StudyScreen.module.css';
import { WhatRuns } from './WhatRuns.tsx';

/** Chooses the form, and the number that draws the services. */
export function StartServices({ study, services }: { readonly study: Study; readonly services: ServicesStudy }) {
  const text = useText('services.screen.start');
  const isStarting = useServices((state) => state.isStarting);
  const [chosen, choose] = useState(services.forms[0]!.name);
  const [typed, setTyped] = useState('');
  const isDrawn = services.forms.find(({ name }) => name === chosen)?.fixed === null;
  const seed = typed.trim() === '' || !isDrawn ? null : Number(typed);
  const isWrong = seed !== null && !(Number.isInteger(seed) && seed >= SEEDS.low && seed <= SEEDS.high);
  return (
    <>
      <h2>{text('title')}</h2>
      <CannotRun />
      <RadioList
        label={text('form')}
        value={chosen}
        onChange={choose}
        options={services.forms.map(({ name, title }) => ({ value: name, label: title }))}
      />
      {isDrawn && (
        <Field
          className={css.seed}
          label={text('seed')}
          hint={text('seedHint')}
          error={isWrong ? text('seedWrong', { low: SEEDS.low, high: String(SEEDS.high) }) : undefined}
        >
          {(control) => <TextInput {...control} inputMode="numeric" value={typed} onChange={setTyped} />}
        </Field>
      )}
      <WhatRuns study={study} form={chosen} />
      <div className={css.buttons}>
        <StartButton variant="primary" disabled={isStarting || isWrong} onClick={() => void startServices(study.name, chosen, seed)}>
          {text(isStarting ? 'starting' : 'button')}
        </StartButton>
      </div>
    </>
  );
}
