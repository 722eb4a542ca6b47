import { useEffect, useMemo, useRef } from 'react';
import { showHidden } from '../../shared/base/show-hidden.ts';
import { request } from '../bridge.ts';
import { useText } from '../i18n/i18n.tsx';
import type { SetupForm } from '../state/forms/setup-form.ts';
import { setupWithHidden, takeKept, useKeptIn } from '../state/kept-values.ts';
import type { FormScope } from './form-scope.tsx';

/** Fills in the values that were left out when the set-up was saved, if the engine still has them. `from`: rather those of this session. */
export function FillKept({ form, edit, from = null }: Pick<FormScope, 'form' | 'edit'> & { from?: string | null }) {
  const asked = useMemo(() => JSON.stringify(setupWithHidden(form)), [form]);
  const latest = useRef({ form, edit });
  latest.current = { form, edit };
  useEffect(() => {
    const setup = JSON.parse(asked);
    if (setup === null) return;
    let isOver = false;
    void request('setup.given', { setup, from }).then((reply) => {
      const change = isOver || !reply.ok ? null : takeKept(latest.current.form, reply.value);
      if (change !== null) latest.current.edit(change);
    });
    return () => {
      // Something was typed meanwhile, so the reply is to another form.
      isOver = true;
    };
  }, [asked, from]);
  return null;
}

/** Values of the form that were never saved and were kept from an earlier run, not typed by the user. */
export function KeptNote({ form }: { form: SetupForm }) {
  const text = useText('privacy.hidden');
  const named = useText('setup');
  const ofField = useText('setup.field');
  const kept = useKeptIn(form);
  if (kept.length === 0) return null;
  const names = kept.map(({ field, name }) =>
    name === null ? named('namedField', { label: ofField(`${field}.label` as never) }) : showHidden(name),
  );
  return <p role="status">{text('keptFrom', { names: [...new Set(names)].join(', ') })}</p>;
}
