import { useEffect, useState } from 'react';
import type { Failure, Outcome } from '../../shared/model/failure.ts';

/** Starts what a form describes, and keeps a failure until the form is changed. */
export function useStart(form: unknown) {
  const [starting, setStarting] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    // The failure belonged to another set-up.
    if (form) setFailure(null);
  }, [form]);
  /** Null: nothing was started, and the fields say why. */
  const start = async (work: () => Promise<Outcome<unknown> | null>) => {
    setStarting(true);
    const outcome = await work();
    setStarting(false);
    if (outcome?.ok === false) setFailure(outcome.failure);
  };
  const forget = () => setFailure(null);
  return { starting, failure, start, forget };
}
