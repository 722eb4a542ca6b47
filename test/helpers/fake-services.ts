/** A study of two unknown services as a session keeps it: both probed. */
import type { RecordedService, RecordedServices, ServiceTruth } from '../../shared/model/services.ts';
import { PROBED } from './fake-probe.ts';

export const TRUTHS: readonly ServiceTruth[] = [
  { kind: 'limit', workers: 3, serviceMs: 25 },
  { kind: 'synchronous', workers: 1, serviceMs: 25 },
];

function recorded(at: number, told: boolean): RecordedService {
  const url = `http://127.0.0.1:400${at}/`;
  return {
    name: 'AB'[at]!,
    url,
    lightUrl: `${url}light`,
    report: { ...PROBED, url },
    failure: null,
    guess: at === 0 ? { workers: 3, synchronous: true } : { workers: 'no-limit', synchronous: null },
    truth: told ? TRUTHS[at]! : null,
  };
}

/** Of three guesses one is right. */
export function recordedServices(told: boolean): RecordedServices {
  return {
    id: 'services-1',
    name: 'Two unknown services, seed 7',
    createdAt: '2026-11-01T10:00:00.000Z',
    plan: {
      study: 'unknown-service',
      folder: null,
      title: 'Two unknown services',
      form: { name: 'quick', title: 'Drawn by a number', budgetS: 30 },
      seed: 7,
      lesson: {
        question: 'How many at once?',
        before: 'Guess.',
        reveal: 'Look at **the step**.',
        explain: 'A staircase.',
        tryNext: '- Another.',
      },
    },
    services: [0, 1].map((at) => recorded(at, told)),
  };
}
