/** Progress of a comparison on stderr: one line for each run; on a terminal the running one is redrawn. */
import { formatRoughTime } from '../../../shared/format/figures.ts';
import { type ComparisonSetup, variantLetter } from '../../../shared/model/comparison/comparison.ts';
import type { Pass } from '../../../shared/model/comparison/pass.ts';
import type { EngineEvent } from '../../../shared/protocol/contract.ts';
import { passSessionId } from '../../../shared/protocol/pass-id.ts';
import type { RunProgress } from '../../../shared/protocol/run-contract.ts';
import { text } from '../../../shared/words/words.ts';
import type { EngineApi } from '../../engine/api/engine-api.ts';
import type { ProgressScreen } from '../terminal.ts';
import { breakable, duration } from './format.ts';

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
  const draw = (line: string): void => (out.isTerminal ? out.redraw(line) : out.line(line));
  const title = (index: number): string => {
    const pass = plan[index]!;
    if (setup.grid !== undefined) {
      const left = leftMs === null ? 'none' : breakable(formatRoughTime(leftMs));
      return text('grid.progress', { run: index + 1, runs: plan.length, title: setup.variants[pass.variant]!.title, left });
    }
    return text('terminal.progress.pass', {
      run: index + 1,
      runs: plan.length,
      variant: variantLetter(pass.variant),
      what: pass.kind === 'profiled' ? 'profiled' : pass.round >= setup.pairs ? 'extra' : 'pair',
      pair: pass.round + 1,
      pairs: setup.pairs,
      left: leftMs === null ? 'none' : duration(leftMs),
    });
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
  return text('terminal.progress.passFigures', { done: done === null ? 'unknown' : String(Math.round(done * 100)), completed, failed });
}
