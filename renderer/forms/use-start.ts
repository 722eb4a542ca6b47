import { useEffect, useState } from 'react';
import type { Failure, Outcome } from '../../shared/model/failure.ts';

/** Starts what a form describes, and keeps why that failed until the form is changed. */
export function useStart(form: unknown) {
  const [starting, setStarting] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    // What was wrong with another set-up says nothing about this one.
    if (form) setFailure(null);
  }, [form]);
  const start = async (work: () => Promise<Outcome<unknown>>) => {
    setStarting(true);
    const outcome = await work();
    setStarting(false);
    if (!outcome.ok) setFailure(outcome.failure);
  };
  return { starting, failure, start };
}
