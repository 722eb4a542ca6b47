import type { Messages } from '../../shared/words/catalogue.ts';
import type { Route } from '../state/route.ts';

/** Words that the glossary explains, and the page of the help that says more. */
export const TERM_PAGES = {
  latency: 'TIME-CHARTS',
  'from-sending': 'TIME-CHARTS',
  backlog: 'COMMAND-LINE',
  unfinished: 'COMMAND-LINE',
  throughput: 'TIME-CHARTS',
  percentile: 'PERCENTILES',
  spread: 'PERCENTILES',
  'closed-load': 'START',
  'open-load': 'COMMAND-LINE',
  'in-flight': 'TIME-CHARTS',
  'warm-up': 'START',
  'loop-utilization': 'TIME-CHARTS',
  stall: 'FLAME-CHART',
  'wall-time': 'FLAME-GRAPH',
  'unexpected-status': 'START',
  'self-time': 'FLAME-GRAPH',
  'total-time': 'FLAME-GRAPH',
  'profiling-cost': 'PROFILING-COST',
  samples: 'FLAME-GRAPH',
  'sampled-time': 'FLAME-GRAPH',
  ticks: 'FLAME-GRAPH',
  gc: 'TIME-CHARTS',
  memory: 'TIME-CHARTS',
  'queue-theory': 'PERCENTILES',
  pairs: 'VERDICTS',
  interval: 'VERDICTS',
  verdict: 'VERDICTS',
} as const satisfies Record<Exclude<keyof Messages['glossary'], 'more' | 'moreAbout'>, string>;

export type TermId = keyof typeof TERM_PAGES;
export const TERMS = Object.keys(TERM_PAGES) as readonly TermId[];

export const pageOfTerm = (id: TermId): Route => ({ screen: 'help', page: TERM_PAGES[id] });
