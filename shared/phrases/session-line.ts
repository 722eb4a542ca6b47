/** A session in one line: name, load, Node. */
import type { Setup } from '../model/setup/setup.ts';
import { text } from '../words/words.ts';
import { planOfSetup } from './load-plan.ts';

export interface SessionFacts {
  readonly name: string;
  /** Null: it is no run. */
  readonly setup: Setup | null;
  /** Version; null: not known. */
  readonly node: string | null;
}

export function sessionLine({ name, setup, node }: SessionFacts): string {
  const plan = setup === null ? '' : planOfSetup(setup);
  const version = node === null ? '' : text('run.head.node', { version: node });
  return [name, plan, version].filter((part) => part !== '').join(' · ');
}
