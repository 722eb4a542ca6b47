/** Progress of a run on stderr: a bar when it is a terminal, a line every 5 s when not. */

import { isFinal, type RunState } from '../../../shared/model/run.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { subjectOf } from '../../../shared/model/setup/subject.ts';
import type { EngineEvent } from '../../../shared/protocol/contract.ts';
import type { RunProgress } from '../../../shared/protocol/run-contract.ts';
import { text } from '../../../shared/words/words.ts';
import type { EngineApi } from '../../engine/api/engine-api.ts';
import type { ProgressScreen } from '../terminal.ts';
import { duration } from './format.ts';

const LINE_EVERY_MS = 5_000;
const BAR_WIDTH = 30;

function wordsOf(state: RunState, setup: Setup): string {
  const { target, load } = setup;
  if (state === 'launching' || state === 'waiting' || state === 'stopping')
    return text(`setup.kind.${target.kind}.${state}`, { subject: subjectOf(setup), capture: setup.capture.kind });
  // Without a warm-up that step only opens the connections.
  return text(`terminal.progress.${state === 'warming' && load.warmupS === 0 ? 'connecting' : state}`);
}

export function showProgress(engine: EngineApi, setup: Setup, out: ProgressScreen): { end(): void } {
  const view = out.isTerminal ? barView(out) : lineView(out);
  // A run that is refused announces nothing.
  let state: RunState | null = null;
  const off = engine.onEvent((event: EngineEvent) => {
    if (event.type === 'run.state') {
      if (state === null) {
        // Refused before anything was launched: there is nothing to stop either.
        if (event.state === 'stopping' || isFinal(event.state)) return;
        state = 'launching';
        view.state(wordsOf(state, setup), state);
      }
      if (event.question) out.line(`\n${text('terminal.progress.ports', { urls: event.question.urls.join(', ') })}`);
      if (event.state !== state) view.state(wordsOf(event.state, setup), event.state);
      state = event.state;
    }
    if (event.type === 'run.progress' && state === 'measuring') view.progress(event.progress);
  });
  return {
    end: () => {
      off();
      view.end();
    },
  };
}

interface View {
  state(words: string, state: RunState): void;
  progress(progress: RunProgress): void;
  end(): void;
}

function lineView(out: ProgressScreen): View {
  let last = performance.now();
  return {
    state: (words) => out.line(words),
    progress: (progress) => {
      if (performance.now() - last < LINE_EVERY_MS) return;
      last = performance.now();
      out.line(figures(progress));
    },
    end: () => {},
  };
}

function barView(out: ProgressScreen): View {
  return {
    state: (words) => out.redraw(words),
    progress: (progress) => out.redraw(`${bar(progress.done ?? 0)} ${figures(progress)}`),
    end: () => out.redraw(''),
  };
}

function bar(done: number): string {
  const full = Math.round(done * BAR_WIDTH);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR_WIDTH - full)}]`;
}

function figures({
  done,
  measuredMs,
  leftMs,
  isDraining,
  isRepeating,
  doing,
  completed,
  failed,
  blockedMs,
  isGeneratorLimit,
}: RunProgress): string {
  const parts = [
    done === null ? '' : text('terminal.progress.percent', { percent: Math.round(done * 100) }),
    time({ measuredMs, leftMs, isDraining, isRepeating, doing }),
    text('terminal.progress.completed', { count: completed }),
    failed > 0 ? text('terminal.progress.requestsFailed', { count: failed }) : '',
    blockedMs > 1_000 ? text('terminal.progress.blocked', { time: duration(blockedMs) }) : '',
    isGeneratorLimit ? text('terminal.progress.generatorLimit') : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function time({
  measuredMs,
  leftMs,
  isDraining,
  isRepeating,
  doing,
}: Pick<RunProgress, 'measuredMs' | 'leftMs' | 'isDraining' | 'isRepeating' | 'doing'>): string {
  const measured = duration(measuredMs);
  if (doing === 'looking-up') return text('terminal.progress.lookingUp', { measured });
  if (doing === 'resting') return text('terminal.progress.resting', { measured, left: duration(leftMs ?? 0) });
  if (isRepeating) return text('terminal.progress.repeating', { measured });
  if (isDraining) return text('terminal.progress.draining', { measured });
  return leftMs === null ? measured : text('terminal.progress.left', { measured, left: duration(leftMs) });
}
