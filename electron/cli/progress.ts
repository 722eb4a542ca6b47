/** Progress of a run on stderr: a bar when it is a terminal, a line every 5 s when not. */

import type { RunState } from '../../shared/model/run.ts';
import type { Setup } from '../../shared/model/setup.ts';
import type { EngineEvent, RunProgress } from '../../shared/protocol/contract.ts';
import type { EngineApi } from '../engine/api.ts';
import { count, duration } from './format.ts';

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

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export function showProgress(engine: EngineApi, setup: Setup, out: Terminal): { end(): void } {
  const view = out.isTTY ? barView(out) : lineView(out);
  let state: RunState = 'launching';
  const off = engine.onEvent((event: EngineEvent) => {
    if (event.type === 'run.state') {
      if (event.question) out.write(`\nSeveral ports are open: ${event.question.urls.join(', ')}.\n`);
      if (event.state !== state) view.state(STATE_WORDS[event.state], event.state);
      state = event.state;
    }
    if (event.type === 'run.progress' && state === 'measuring') view.progress(event.progress);
  });
  view.state(`${STATE_WORDS.launching}: ${setup.target.script}`, state);
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

function lineView(out: Terminal): View {
  let last = performance.now();
  return {
    state: (words) => out.write(`${words}\n`),
    progress: (progress) => {
      if (performance.now() - last < LINE_EVERY_MS) return;
      last = performance.now();
      out.write(`${figures(progress)}\n`);
    },
    end: () => {},
  };
}

function barView(out: Terminal): View {
  const draw = (text: string): void => {
    out.write(`\r\u001b[K${text.slice(0, (out.columns ?? 80) - 1)}`);
  };
  return {
    state: (words) => draw(words),
    progress: (progress) => draw(`${bar(progress.done ?? 0)} ${figures(progress)}`),
    end: () => draw(''),
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
