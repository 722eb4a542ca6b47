/** Progress of a comparison on stderr: one line for each run; on a terminal the running one is redrawn. */
import { type ComparisonSetup, variantLetter } from '../../shared/model/comparison.ts';
import type { Pass } from '../../shared/model/pass.ts';
import type { EngineEvent, RunProgress } from '../../shared/protocol/contract.ts';
import { passSessionId } from '../../shared/protocol/pass-id.ts';
import type { EngineApi } from '../engine/api/engine-api.ts';
import { count, duration } from './format.ts';
import type { ProgressScreen } from './terminal.ts';

type Planned = Pick<Pass, 'variant' | 'round' | 'kind'>;

/** `passesOf`: the runs of a comparison as they are planned at this moment. */
export function showCompareProgress(
  engine: EngineApi,
  setup: ComparisonSetup,
  passesOf: (sessionId: string) => readonly Planned[],
  out: ProgressScreen,
): { end(): void } {
  let plan: readonly Planned[] = [];
  let running: number | null = null;
  let leftMs: number | null = null;
  const draw = (text: string): void => (out.isTerminal ? out.redraw(text) : out.line(text));
  const title = (index: number): string => {
    const pass = plan[index]!;
    const isExtra = pass.round >= setup.pairs;
    const pair = isExtra ? 'in place of a pair that could not be measured' : `pair ${pass.round + 1} of ${setup.pairs}`;
    const what = pass.kind === 'profiled' ? 'with a profile' : pair;
    const left = leftMs === null ? '' : `, ${duration(leftMs)} left`;
    return `Run ${index + 1} of ${plan.length}: ${variantLetter(pass.variant)}, ${what}${left}`;
  };
  const off = engine.onEvent((event: EngineEvent) => {
    if (event.type === 'compare.progress') {
      leftMs = event.leftMs;
      if (event.running === null || event.running === running) return;
      running = event.running;
      plan = passesOf(event.sessionId);
      draw(title(running));
    }
    const isShown = out.isTerminal && event.type === 'run.progress' && running !== null;
    if (isShown && event.sessionId === passSessionId(event.sessionId.replace(/#\d+$/, ''), running!))
      draw(`${title(running!)} · ${figures(event.progress)}`);
  });
  return {
    end: () => {
      off();
      if (out.isTerminal) draw('');
    },
  };
}

function figures({ done, completed, failed }: RunProgress): string {
  return `${done === null ? '' : `${Math.round(done * 100)} %, `}${count(completed)} completed${failed > 0 ? `, ${count(failed)} failed` : ''}`;
}
