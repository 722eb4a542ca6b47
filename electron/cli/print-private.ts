/** What a file reveals about whoever recorded it, as text. */
import type { PrivateFact, PrivateFacts, PrivateSubject } from '../../shared/privacy/private-facts.ts';
import { text } from '../../shared/words/words.ts';
import { count } from './format.ts';
import { textTable } from './text-table.ts';

/** Counted in characters. */
const TEXTS: readonly PrivateSubject[] = ['output', 'messages', 'notes'];

export function formatPrivateFacts({ keepsValues, runs, facts }: PrivateFacts): string {
  const rows = facts.map((fact) => [text(`privacy.about.${fact.about}`), amountOf(fact), fact.example ?? '', fact.parts.join(', ')]);
  const what = runs === 1 ? 'This file holds one run.' : `This file holds ${count(runs)} runs.`;
  return [
    `${what} It reveals about whoever recorded it:`,
    textTable(['', 'How much', 'Example', 'Where'], rows, [0, 2, 3]),
    keepsValues
      ? 'All values that were given are stored, including secrets: it was recorded with --keep-values.'
      : 'Values that may be secrets are left out; they are replaced by "(not saved 1)". Names are stored.',
    'Not in it: bodies of responses (of each request only its times, status and size), the environment Loopscope itself ran in, the name of the machine.',
  ].join('\n\n');
}

function amountOf({ about, count: amount, hidden }: PrivateFact): string {
  const many = TEXTS.includes(about) ? `${count(amount)} ${amount === 1 ? 'character' : 'characters'}` : count(amount);
  return hidden === 0 ? many : `${many}, ${hidden === amount ? 'all' : count(hidden)} left out`;
}
