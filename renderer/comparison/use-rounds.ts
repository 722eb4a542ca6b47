/** The round shown in detail, and its runs. */
import { useMemo } from 'react';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import type { Pass } from '../../shared/model/comparison/pass.ts';
import { useView } from '../state/view.ts';

export interface RoundChoice {
  /** The chosen round; `profiled`: the profiled runs; null: none has finished yet. */
  readonly round: number | 'profiled' | null;
  readonly choose: (round: number | 'profiled') => void;
  /** The options, in order. */
  readonly rounds: readonly (number | 'profiled')[];
  readonly step: (by: 1 | -1) => void;
  /** By variant; null: not finished. The same list until another run has ended or another round is chosen. */
  readonly passes: readonly (Pass | null)[];
}

const hasEnded = ({ report }: Pass): boolean => report !== null;

export function useRounds(info: ComparisonInfo): RoundChoice {
  const [wanted, setWanted] = useView('round');
  const { passes: made, setup } = info;
  const ended = useMemo(() => made.filter(hasEnded), [made]);
  const measured = [...new Set(ended.filter(({ kind }) => kind === 'measured').map(({ round }) => round))].sort((a, b) => a - b);
  const rounds: (number | 'profiled')[] = ended.some(({ kind }) => kind === 'profiled') ? [...measured, 'profiled'] : measured;
  const round = wanted !== null && rounds.includes(wanted) ? wanted : (rounds[0] ?? null);
  const passes = useMemo(
    () => setup.variants.map((_, variant) => ended.find((pass) => pass.variant === variant && isOf(pass, round)) ?? null),
    [setup, ended, round],
  );
  const step = (by: 1 | -1) => {
    const next = round === null ? undefined : rounds[rounds.indexOf(round) + by];
    if (next !== undefined) setWanted(next);
  };
  return { round, choose: setWanted, rounds, step, passes };
}

function isOf(pass: Pass, round: number | 'profiled' | null): boolean {
  return round === 'profiled' ? pass.kind === 'profiled' : pass.kind === 'measured' && pass.round === round;
}
