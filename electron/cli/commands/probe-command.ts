/** `loopscope probe URL`: what is behind this port? */

import type { Command } from 'commander';
import { PROBE_DEFAULTS, PROBE_LIMITS, type ProbeProgress, type ProbeReport } from '../../../shared/model/probe.ts';
import type { NameValue } from '../../../shared/model/setup/setting.ts';
import { answerOf, sayStage } from '../../../shared/phrases/probe.ts';
import { failedReport } from '../../../shared/report/failed-report.ts';
import { text } from '../../../shared/words/words.ts';
import { startProbe } from '../../engine/probe/probe-service.ts';
import { EXIT } from '../exit.ts';
import { collectHeaders, numberWithin } from '../flags/option-values.ts';
import { interruptHandler, onInterrupt } from '../interrupts.ts';
import { refuse } from '../print/print-failure.ts';
import { formatProbe } from '../print/print-probe.ts';
import { print, printJson, progressOn } from '../terminal.ts';
import { startInTurn } from '../wait-for-turn.ts';

interface ProbeOptions {
  readonly max: number;
  readonly budget: number;
  readonly timeout: number;
  readonly lightUrl?: string;
  readonly header: NameValue[];
  readonly allowHost?: string;
  readonly wait?: boolean;
  readonly json?: boolean;
}

/** `localhost:3000` has none. */
const HAS_SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

export function setupProbeCommand(program: Command): void {
  program
    .command('probe')
    .description(text('commandLine.command.probe'))
    .argument('<url>', text('commandLine.argument.probed'))
    .option('--max <n>', text('commandLine.option.probeMax'), numberWithin(PROBE_LIMITS.max, true), PROBE_DEFAULTS.max)
    .option('--budget <seconds>', text('commandLine.option.probeBudget'), numberWithin(PROBE_LIMITS.budgetS), PROBE_DEFAULTS.budgetS)
    .option('--light-url <url>', text('commandLine.option.lightUrl'))
    .option('-H, --header <name: value>', text('commandLine.setting.headers'), collectHeaders, [])
    .option('--timeout <seconds>', text('commandLine.setting.timeoutS'), numberWithin(PROBE_LIMITS.timeoutS), PROBE_DEFAULTS.timeoutS)
    .option('--allow-host <name>', text('commandLine.setting.allowHost'))
    .option('--wait', text('commandLine.option.wait'))
    .option('--json', text('commandLine.option.json'))
    .action(probe);
}

async function probe(
  typed: string,
  { max, budget, timeout, lightUrl, header, allowHost, wait = false, json = false }: ProbeOptions,
): Promise<void> {
  const order = {
    url: HAS_SCHEME.test(typed) ? typed : `http://${typed}`,
    lightUrl: lightUrl ?? null,
    headers: header,
    max,
    budgetS: budget,
    timeoutS: timeout,
    allowHost: allowHost ?? null,
  };
  const stopping = new AbortController();
  const listened = onInterrupt(interruptHandler(() => stopping.abort()));
  try {
    const started = await startInTurn(wait, () => startProbe(order, stopping.signal, showStages()), stopping.signal);
    const found = started.ok ? await started.value.result : started;
    if (!found.ok) return refuse(found.failure, json);
    if (json) printJson(documentOf(found.value));
    else print(formatProbe(found.value), 'strong');
    if (found.value.reason === 'no-answer') process.exitCode = EXIT.failed;
    if (found.value.cuts.some(({ reason }) => reason === 'stopped')) process.exitCode = EXIT.interrupted;
  } finally {
    listened();
  }
}

function documentOf(found: ProbeReport): object {
  const { failure: _, ...empty } = failedReport({ code: 'internal', says: { verbatim: '' }, hint: { verbatim: '' } });
  return { ...empty, failure: null, answer: answerOf(found).map((sentence) => ({ code: 'probe', text: sentence })), probe: found };
}

function showStages(): (progress: ProbeProgress) => void {
  const out = progressOn();
  return ({ stage }) => {
    if (out.isTerminal) out.redraw(sayStage(stage));
    else if (stage.doing !== 'step') out.line(sayStage(stage));
  };
}
