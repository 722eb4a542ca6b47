/**
 * The program k6, which is given the plan as a script (shared/plan/export/k6.ts): its points become rows. It says when it sent a request, not when
 * that was to be sent.
 */
import { say } from '../../words/said.ts';
import { portableLoad } from '../load-models.ts';
import type { Fields, SetupLimit } from '../setup/setting.ts';
import { type Asked, type ClientOf, KEEP_ALIVE, limitsOfAll } from './client.ts';

const SETTINGS = { ...KEEP_ALIVE } as const satisfies Fields;

export const K6: ClientOf<typeof SETTINGS> = {
  settings: SETTINGS,
  limits: (asked) => [...ownLimits(asked), ...limitsOfAll(asked)],
  differs: ['script', 'starts', 'times', 'ends', 'bytes'],
  timesFromSending: { says: say('load.k6Question'), hint: say('load.k6AskService') },
  hidesUnanswered: true,
  generator: 'k6',
  sentBy: (load) => say('comparisonWarning.loadByK6', { load }),
};

/** Of its own settings; what of a plan it cannot do is found where the plan is read. */
function ownLimits({ load, plan, requests: [{ url, headers }] }: Asked): SetupLimit[] {
  const hint = say('load.chooseLoopscope');
  const names = headers.map(({ name }) => name.toLowerCase());
  const repeated = headers.find(({ name }, at) => names.indexOf(name.toLowerCase()) < at);
  const asked = portableLoad(load);
  return [
    ...(asked.by === 'search' ? [{ field: 'client.kind', says: say('load.k6Search'), hint }] : []),
    ...(asked.by === 'rate' && asked.isPoisson ? [{ field: 'load.poisson', says: say('load.k6Poisson'), hint }] : []),
    ...(plan === null && /%(?![0-9a-f]{2})/i.test(url) ? [{ field: 'requests.0.url', says: say('load.k6Percent'), hint }] : []),
    ...(plan === null && repeated !== undefined
      ? [{ field: 'requests.0.headers', says: say('planExport.repeatedHeader', { generator: 'k6', name: repeated.name }), hint }]
      : []),
  ];
}
