import { useMemo } from 'react';
import { decisiveSteps, highestThroughput } from '../../shared/analysis/probe/judge.ts';
import { scalingCurve } from '../../shared/analysis/usl.ts';
import type { ProbeReport } from '../../shared/model/probe.ts';
import { LevelCurves } from '../charts/LevelCurves.tsx';
import { useText } from '../i18n/i18n.tsx';
import { RampDots } from './RampDots.tsx';
import { StepBars } from './StepBars.tsx';

type ProbeFiguresProps = Pick<ProbeReport, 'steps' | 'levels' | 'serviceMs' | 'capacity' | 'scaling' | 'arrivals' | 'ramp'>;

/** The step, what a closed load reaches with more and more connections, and what a rate does to it. */
export function ProbeFigures({ steps, levels, serviceMs, capacity, scaling, arrivals, ramp }: ProbeFiguresProps) {
  const text = useText('probe.screen');
  const fit = useMemo(() => scaling && scalingCurve(scaling), [scaling]);
  const shown = serviceMs === null ? [] : decisiveSteps(steps, serviceMs);
  return (
    <>
      {serviceMs !== null && shown.length > 0 && <StepBars steps={shown} serviceMs={serviceMs} />}
      <LevelCurves id="levels" levels={levels} fit={fit} title={text('levelsTitle')} help={text('levelsHelp')} />
      {arrivals !== null && (
        <LevelCurves
          id="rates"
          levels={arrivals.rates}
          bracket={{ of: 'rate', held: arrivals.held, broke: arrivals.broke, failedAt: null }}
          title={text('ratesTitle')}
          help={text('ratesHelp')}
        />
      )}
      {ramp !== null && serviceMs !== null && (
        <RampDots ramp={ramp} serviceMs={serviceMs} highest={capacity === null ? null : highestThroughput(levels)} />
      )}
    </>
  );
}
