import { useText } from '../i18n/i18n.tsx';
import { IconButton } from '../ui/Button.tsx';
import { ChevronRight } from '../ui/icons.tsx';
import { Select } from '../ui/Select.tsx';
import css from './Round.module.css';
import type { RoundChoice } from './use-rounds.ts';

export function useRoundText() {
  const text = useText('compare.round');
  return (one: number | 'profiled') => (one === 'profiled' ? text('profiled') : text('option', { round: String(one + 1) }));
}

/** Chooses a round, for charts that show the requests of one run per variant. */
export function RoundPicker({ choice }: { choice: RoundChoice }) {
  const text = useText('compare.round');
  const name = useRoundText();
  const { round, rounds, choose, step } = choice;
  if (round === null) return null;
  return (
    <div className={css.picker}>
      <IconButton className={css.back} label={text('previous')} disabled={rounds.indexOf(round) === 0} onClick={() => step(-1)}>
        <ChevronRight />
      </IconButton>
      <Select
        label={text('label')}
        value={String(round)}
        onChange={(value) => choose(value === 'profiled' ? 'profiled' : Number(value))}
        options={rounds.map((one) => ({ value: String(one), label: name(one) }))}
      />
      <IconButton label={text('next')} disabled={rounds.indexOf(round) === rounds.length - 1} onClick={() => step(1)}>
        <ChevronRight />
      </IconButton>
    </div>
  );
}
