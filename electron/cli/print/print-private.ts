/** What a file reveals about whoever recorded it, as text. */
import type { PrivateFacts } from '../../../shared/copies/private-facts.ts';
import { formatCount } from '../../../shared/format/figures.ts';
import { tellLeftOut } from '../../../shared/phrases/left-out.ts';
import type { PrivateFact, PrivateSubject } from '../../../shared/privacy/fact-collector.ts';
import { text } from '../../../shared/words/words.ts';
import { textTable } from './text-table.ts';

/** Counted in characters. */
const TEXTS: readonly PrivateSubject[] = ['answerBodies', 'output', 'source', 'messages', 'notes'];

export function formatPrivateFacts({ keepsValues, leftOut, runs, facts }: PrivateFacts): string {
  const rows = facts.map((fact) => [text(`privacy.about.${fact.about}`), amountOf(fact), fact.example ?? '', fact.parts.join(', ')]);
  return [
    text('terminal.private.head', { runs }),
    textTable(['', text('terminal.private.amount'), text('terminal.private.example'), text('terminal.private.where')], rows, [0, 2, 3]),
    text(keepsValues ? 'terminal.private.kept' : 'terminal.private.notKept'),
    text('privacy.file.absent'),
    ...(leftOut.length === 0 ? [] : [tellLeftOut(leftOut)]),
  ].join('\n\n');
}

function amountOf({ about, count: amount, hidden }: PrivateFact): string {
  const many = TEXTS.includes(about) ? text('privacy.file.characters', { count: amount }) : formatCount(amount);
  if (hidden === 0) return many;
  return hidden === amount
    ? text('terminal.private.allLeftOut', { amount: many })
    : text('terminal.private.leftOut', { amount: many, hidden });
}
