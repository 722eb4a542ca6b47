/** What a set-up asks for and cannot have, by the setting that asks: refused before a run, and said in the form. */

import { showHidden } from '../base/show-hidden.ts';
import { clientOf } from '../model/clients.ts';
import { writeBound } from '../model/load/limit-question.ts';
import { neededPerLevel } from '../model/load/search-plan.ts';
import { loadModel, partsOfLoad, plannedRequests } from '../model/load-models.ts';
import { MOST_ROWS } from '../model/run.ts';
import { asksExactFrames, leakCaptureOf, samplesAllocations } from '../model/setup/captures.ts';
import { isOnServer } from '../model/setup/server-url.ts';
import type { Refusal, SetupLimit } from '../model/setup/setting.ts';
import { type PlacedSetting, readSetting, SETTINGS_LIST, type SettingValue } from '../model/setup/settings-list.ts';
import { DEFAULT_SETUP, type Setup } from '../model/setup/setup.ts';
import { subjectOf } from '../model/setup/subject.ts';
import { TARGET_KINDS } from '../model/setup/target-kinds.ts';
import { DIRECT, readTopology } from '../model/setup/topology.ts';
import { type Figure, type Said, say } from '../words/said.ts';
import { planOf, requestsOfVisitor } from './plan-of.ts';

export function findSetupLimits(setup: Setup): SetupLimit[] {
  const refused = refusedValues(setup);
  // What follows from a text that is refused says nothing.
  return [
    ...captureLimits(setup),
    ...serverLimits(setup),
    ...topologyLimits(setup),
    ...planLimits(setup),
    ...(refused.length > 0 ? refused : [...clientOf(setup).limits(setup), ...rowLimits(setup), ...questionLimits(setup)]),
  ];
}

/** What a run cannot keep is not begun: it would end in the middle. */
function rowLimits(setup: Setup): SetupLimit[] {
  const { load } = setup;
  const planned = plannedRequests(load, requestsOfVisitor(planOf(setup)));
  if (planned === null || planned <= MOST_ROWS) return [];
  const count = (figure: number): Figure => ({ figure, as: 'count' });
  return [
    {
      field: loadModel(load.model).amountField,
      says: say('load.tooManyRequests', { planned: count(planned), most: count(MOST_ROWS) }),
      hint: say('load.fewerRequests'),
    },
  ];
}

/** What a search for the highest rate asks of single requests of a plan: each level needs enough of them. */
function questionLimits(setup: Setup): SetupLimit[] {
  const parts = partsOfLoad(setup.load);
  const search = parts?.are === 'levels' ? (parts.search ?? null) : null;
  if (search === null) return [];
  const plan = planOf(setup);
  const requests = plan?.requests ?? [];
  const weights = requests.reduce((sum, { weight }) => sum + weight, 0);
  return search.question.bounds.flatMap((bound): SetupLimit[] => {
    if (bound.request === null) return [];
    const name = showHidden(bound.request);
    const request = requests.find((one) => one.name === bound.request);
    if (plan === null) return [{ field: 'load.question', says: say('limit.noPlan', { name }), hint: say('limit.form') }];
    if (request === undefined) {
      const names = { list: requests.map((one) => showHidden(one.name)), by: 'and' } as const;
      return [{ field: 'load.question', says: say('limit.noRequest', { name, names }), hint: say('limit.form') }];
    }
    const share = plan.order === 'sequence' ? 1 : request.weight / weights;
    const needed = neededPerLevel({ bounds: [bound] });
    if (search.perLevel * share >= needed) return [];
    const enough: Figure = { figure: Math.ceil(needed / share), as: 'count' };
    const figure = writeBound({ ...bound, request: null }).replace(/ .*/, '');
    const asked = { level: { figure: search.perLevel, as: 'count' }, needed: { figure: needed, as: 'count' } } as const;
    const says = say('limit.fewOfRequest', { ...asked, name, share: { figure: 100 * share, as: 'percent' }, figure, enough });
    return [{ field: 'load.question', says, hint: say('limit.moreOfLevel', { enough }) }];
  });
}

/** With a plan the URL says only where the server is. */
function planLimits({ plan, requests: [{ url }] }: Setup): SetupLimit[] {
  if (plan === null || url === '/' || /^https?:\/\/[^/?#]*\/?$/i.test(url)) return [];
  return [{ field: 'requests.0.url', says: say('plan.urlHasPath'), hint: say('plan.urlForm') }];
}

function captureLimits(setup: Setup): SetupLimit[] {
  const { captures } = TARGET_KINDS[setup.target.kind];
  const { kind } = setup.capture;
  if (asksExactFrames(setup.capture) && setup.target.kind === 'pid')
    return [{ field: 'capture.exactFrames', says: say('target.noSecondPass'), hint: say('target.startItAgain') }];
  if (samplesAllocations(setup.capture) && setup.target.kind === 'pid')
    return [{ field: 'capture.allocations', says: say('target.noAllocations'), hint: say('target.startItForAllocations') }];
  const ofLeak = leakLimits(setup);
  if (ofLeak.length > 0) return ofLeak;
  if (captures.includes(kind)) return [];
  return [
    {
      field: 'capture.kind',
      says: say('target.cannotCapture', { capture: kind, subject: subjectOf(setup) }),
      hint: say('target.canCapture', { captures: { list: captures, by: 'or' } }),
    },
  ];
}

/** Its rounds are equal loads of a number of requests, and the server is started for it. */
function leakLimits({ target, load, client, loadCommand, capture }: Setup): SetupLimit[] {
  if (leakCaptureOf(capture) === null) return [];
  const refuse = (says: Said, hint: Said): SetupLimit[] => [{ field: 'capture.kind', says, hint }];
  if (target.kind === 'pid' || target.kind === 'url') return refuse(say('leak.notByProcess'), say('leak.startItForLeak'));
  if (load.model !== DEFAULT_SETUP.load.model || client.kind !== DEFAULT_SETUP.client.kind || loadCommand !== null)
    return refuse(say('leak.closedOnly'), say('leak.leaveLoad'));
  return [];
}

function topologyLimits({ target, requests: [{ url }], capture }: Setup): SetupLimit[] {
  if (!('topology' in target) || target.topology === DIRECT) return [];
  const { topology } = target;
  const limits: SetupLimit[] = [];
  if (readTopology(topology)?.kind === 'processes' && target.kind !== 'script')
    limits.push({ field: 'target.topology', says: say('topology.onlyOfScript', { topology }), hint: say('topology.nginxOfCommand') });
  if (capture.kind === 'ticks')
    limits.push({ field: 'capture.kind', says: say('topology.noTicks', { topology }), hint: say('topology.takeCpu') });
  if (readTopology(topology)?.kind === 'nginx' && !url.startsWith('/'))
    limits.push({ field: 'requests.0.url', says: say('topology.wholeUrl', { url }), hint: say('topology.givePath') });
  return limits;
}

/** One server is measured at a time. */
function serverLimits({ target, requests }: Setup): SetupLimit[] {
  if (target.kind !== 'url') return [];
  const [{ url }] = requests;
  if (isOnServer(target.server, url)) return [];
  return [{ field: 'requests.0.url', says: say('target.otherServer', { url, server: target.server }), hint: say('target.giveOneServer') }];
}

/** Texts and words that the table of settings refuses. The set-up may have other errors. */
export function refusedValues(setup: Setup): SetupLimit[] {
  return SETTINGS_LIST.flatMap((place) => {
    const value = readSetting(setup, place);
    const refusal = value === undefined ? null : refusalOf(place, value);
    return refusal ? [{ field: place.path, ...refusal }] : [];
  });
}

function refusalOf({ setting }: PlacedSetting, value: SettingValue): Refusal | null | undefined {
  if (setting.is === 'words') return setting.refuse?.(value as readonly string[]);
  return setting.is === 'text' && value !== null ? setting.refuse?.(value as string) : null;
}
