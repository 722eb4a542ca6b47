/** Progress of a run on stderr: a bar when it is a terminal, a line every 5 s when not. */

import type { RunState } from '../../shared/model/run.ts';
import { type Setup, subjectOf } from '../../shared/model/setup.ts';
import type { EngineEvent, RunProgress } from '../../shared/protocol/contract.ts';
import type { EngineApi } from '../engine/api/engine-api.ts';
import { count, duration } from './format.ts';
import type { ProgressScreen } from './terminal.ts';

const LINE_EVERY_MS = 5_000;
const BAR_WIDTH = 30;

const STATE_WORDS: Record<RunState, string> = {
  launching: 'launching the script',
  waiting: 'waiting for it to listen',
  warming: 'warming up',
  measuring: 'measuring',
  stopping: 'stopping the script',
  done: 'done',
  failed: 'failed',
};

/** Without a warm-up that step only opens the connections. */
function wordsOf(state: RunState, { load }: Setup): string {
  return state === 'warming' && load.warmupS === 0 ? 'opening connections' : STATE_WORDS[state];
}

export function showProgress(engine: EngineApi, setup: Setup, out: ProgressScreen): { end(): void } {
  const view = out.isTerminal ? barView(out) : lineView(out);
  let state: RunState = 'launching';
  const off = engine.onEvent((event: EngineEvent) => {
    if (event.type === 'run.state') {
      if (event.question) out.line(`\nSeveral ports are open: ${event.question.urls.join(', ')}.`);
      if (event.state !== state) view.state(wordsOf(event.state, setup), event.state);
      state = event.state;
    }
    if (event.type === 'run.progress' && state === 'measuring') view.progress(event.progress);
  });
  view.state(`${STATE_WORDS.launching}: ${subjectOf(setup)}`, state);
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

function figures({ done, measuredMs, leftMs, completed, failed, blockedMs }: RunProgress): string {
  const parts = [
    done === null ? '' : `${Math.round(done * 100)} %`,
    `${duration(measuredMs)}${leftMs === null ? '' : `, ${duration(leftMs)} left`}`,
    `${count(completed)} completed`,
    failed > 0 ? `${count(failed)} failed` : '',
    blockedMs > 1_000 ? `event loop blocked for ${duration(blockedMs)}` : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
