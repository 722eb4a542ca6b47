/** What results advise and propose: sentences that stand once, and commands that are taken. */
import { describe, expect, test } from 'vitest';
import { makeRandom } from '../../../../shared/base/statistics/random.ts';
import { computeWarnings } from '../../../../shared/derive/warnings.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import type { Finding, RunReport } from '../../../../shared/model/report.ts';
import { completeSetup } from '../../../../shared/model/setup/settings-list.ts';
import type { Setup } from '../../../../shared/model/setup/setup.ts';
import { findSetupLimits } from '../../../../shared/plan/setup-limits.ts';
import { redactSetup } from '../../../../shared/privacy/redaction.ts';
import { computeAnswer, tellAnswer } from '../../../../shared/rules/answer.ts';
import { computeComparisonFindings } from '../../../../shared/rules/comparison-rules.ts';
import { computeFindings } from '../../../../shared/rules/findings.ts';
import { changed, offerAfterRun } from '../../../../shared/rules/offer.ts';
import { makeRunReport, makeSetup } from '../../../helpers/fake-data.ts';
import { closedLoadOf } from '../../../helpers/plans.ts';
import { rereadCommand } from '../../../helpers/reread-command.ts';
import { drawCompared } from './draw-compared.ts';
import { drawRun } from './draw-run.ts';

const PLAN = 'plan: 1\nrequests: [{ name: home, url: / }, { name: report, url: /report }]\n';

/** One that such a run can have had. */
function setupOf({ load, profile, routes }: RunReport): Setup {
  const base = makeSetup('/app/server.js');
  const { pipelining, workers, client, plan } = load;
  const given = { ...base, plan: plan === undefined ? null : PLAN, load, client: { kind: client, pipelining, workers } };
  const capture = profile === null ? { kind: 'none' } : { kind: 'cpu', byRequest: routes?.cpu != null };
  const setup = completeSetup({ ...given, capture }) as Setup;
  // Of a plan the URL says only where the server is; pipelining needs connections that are always busy.
  return plan === undefined ? setup : { ...setup, requests: [{ ...setup.requests[0], url: '/' }] };
}

const sentencesOf = ({ says, advice }: Finding): string[] => [wordSaid(says), ...(advice === undefined ? [] : [wordSaid(advice)])];

/** Findings of drawn runs whose set-up can be run. */
const DRAWN = draw(500);

function draw(count: number) {
  const random = makeRandom(60);
  return Array.from({ length: count }, () => drawRun(random)).flatMap((run) => {
    const setup = setupOf(run);
    return findSetupLimits(setup).length > 0 ? [] : [{ run, setup, findings: computeFindings(run, offerAfterRun(setup)) }];
  });
}

describe('advice and experiments of a run', () => {
  test('each is offered somewhere, and each command is taken by `loopscope run` and makes the set-up with the changes', async () => {
    const commands = new Map<string, string>();
    for (const { setup, findings } of DRAWN) {
      for (const { id, experiment } of findings) {
        if (experiment === undefined) continue;
        const key = `${id} ${Object.keys(experiment.changes)}`;
        if (commands.has(key)) continue;
        commands.set(key, experiment.command);
        const { changes, ...rest } = experiment;
        const common = 'common' in rest ? rest.common : {};
        const made = await rereadCommand(experiment.command);
        if (made.kind !== 'run') throw new Error(experiment.command);
        const next = changed(setup, { ...common, ...changes })!;
        expect(findSetupLimits(made.setup), experiment.command).toEqual([]);
        expect([made.setup.load, made.setup.client, made.setup.capture]).toEqual([next.load, next.client, next.capture]);
      }
    }
    expect([...commands.keys()].sort()).toEqual([
      'code capture.byRequest',
      'code-unknown capture.kind',
      'code-untold load.end.seconds',
      'few-responses load.end.seconds',
      'generator-limited client.workers',
      'idle load.connections',
      'idle load.model,load.levels',
      'interrupted ',
      'memory-rose capture.kind',
      'no-knee load.model,load.levels',
      'pool-full load.connections',
      'unsteady load.warmupS',
      'waits-in-line load.model,load.levels',
    ]);
  });

  test('a client that has no sweeps is not told to try one', () => {
    for (const { run, setup } of DRAWN.slice(0, 200)) {
      const other: RunReport = { ...run, load: { ...run.load, client: 'autocannon' } };
      const said = computeAnswer(other).map(tellAnswer).join(' ');
      if (run.bracket === null) expect(said).not.toContain('--sweep');
      const offered = computeFindings(
        other,
        offerAfterRun({ ...setup, client: { ...setup.client, kind: 'autocannon' } as Setup['client'] }),
      );
      expect(offered.filter(({ experiment }) => experiment?.command.includes('--sweep'))).toEqual([]);
    }
  });

  test('no more load processes are advised than there are cores', () => {
    const run = makeRunReport(makeSetup('/app/server.js'), 20_000);
    const limited: RunReport = {
      ...run,
      ...{ ending: 'completed', window: null, silences: null, status: { '200': 100 } },
      requests: { sent: 100, completed: 100, failed: 0, timedOut: 0, unfinished: 0, dropped: 0, unexpected: 0 },
      load: { ...run.load, ...closedLoadOf(makeSetup('/app/server.js')), connections: 20, workers: 2 },
      generator: { cpuPercent: 97, busiestPercent: 97, latenessMs: null, limited: true },
    };
    const advised = (cores: number) =>
      computeWarnings({
        ...limited,
        machine: { cores, foreignPercent: null, stealPercent: null, generatorPercent: null, clockGapMs: 0 } as never,
      })
        .map(wordSaid)
        .filter((words) => words.includes('-w 3')).length;
    expect([advised(2), advised(4)]).toEqual([0, 1]);
  });

  test('a value that a session keeps is not in the command', () => {
    const setup = makeSetup('/app/server.js', { headers: [{ name: 'Authorization', value: 'Bearer 5ecr3t-t0ken' }] });
    const offered = offerAfterRun(setup)({ kind: 'run', changes: { 'load.warmupS': 3 } })!;
    expect(offered.command).toContain('--warmup 3');
    expect(offered.command).toContain('Authorization');
    expect(offered.command).not.toContain('5ecr3t');
    const again = offerAfterRun(redactSetup(setup))({ kind: 'run', changes: { 'load.warmupS': 3 } })!;
    expect(again.command).toBe(offered.command);
  });

  test('of a set-up that is not known, or would be refused, nothing is offered', () => {
    expect(offerAfterRun(null)({ kind: 'run', changes: {} })).toBeNull();
    const setup = makeSetup('/app/server.js');
    expect(offerAfterRun(setup)({ kind: 'run', changes: { 'load.warmupS': 4_000 } })).toBeNull();
    expect(offerAfterRun(setup)({ kind: 'run', changes: { 'client.workers': 60 } })).toBeNull();
    const server = { ...setup, target: { kind: 'url', server: 'http://127.0.0.1:3000' }, capture: { kind: 'none' } } as Setup;
    expect(offerAfterRun(server)({ kind: 'run', changes: { 'capture.kind': 'cpu' } })).toBeNull();
  });

  test('no sentence stands twice in the findings, nor in the answer, and a title has no advice in it', () => {
    for (const { run, findings } of DRAWN.slice(0, 200)) {
      const all = findings.flatMap(sentencesOf);
      expect(new Set(all).size).toBe(all.length);
      const advices = findings.flatMap(({ advice }) => (advice === undefined ? [] : [wordSaid(advice)]));
      const answer = run.byCommand === undefined ? computeAnswer(run).map(tellAnswer).join(' ') : '';
      for (const advice of advices) {
        expect(answer.split(advice).length).toBeLessThanOrEqual(2);
        expect(findings.map(({ says }) => wordSaid(says)).filter((title) => title.includes(advice))).toEqual([]);
      }
    }
  });

  test('what the run did already is not proposed', () => {
    for (const { setup, findings } of DRAWN)
      for (const { experiment } of findings)
        if (experiment?.kind === 'run' && Object.keys(experiment.changes).length > 0)
          expect(JSON.stringify(changed(setup, experiment.changes))).not.toBe(JSON.stringify(changed(setup, {})));
  });
});

test('what a comparison proposes is a comparison that `loopscope compare` takes', async () => {
  const random = makeRandom(64);
  const commands = new Map<string, string>();
  for (let drawn = 0; drawn < 300; drawn++) {
    const compared = drawCompared(random);
    for (const { id, experiment } of computeComparisonFindings(compared)) {
      if (experiment === undefined) continue;
      expect(compared.header.made).toBe('series');
      if (commands.has(id)) continue;
      commands.set(id, experiment.command);
      const made = await rereadCommand(experiment.command);
      if (made.kind !== 'compare') throw new Error(experiment.command);
      const { variants, pairs } = made.comparison;
      expect(variants.length).toBe(compared.setup.variants.length);
      if (id === 'few-pairs') expect(pairs).toBeGreaterThan(compared.setup.pairs);
      else expect(variants.every(({ setup }) => setup.load.warmupS > 0)).toBe(true);
    }
  }
  expect([...commands.keys()].sort()).toEqual(['few-pairs', 'unsteady-variants']);
});
