/**
 * The process that sends the requests; nothing else runs on its event loop. The engine forks it, sends the order over IPC and receives rows.
 *
 *   order ──► warm-up, drained ──► connections opened ──► warm ... measure ──► started ──► rows, rows, ... ──► finished
 *
 * It also guards against orphans: if the engine is killed, this process notices the closed channel and kills everything the run started.
 */
import type { Microseconds } from '../../../shared/base/units.ts';
import { connectionsOf, hasSchedule } from '../../../shared/model/load-models.ts';
import type { WarmUpCounts } from '../../../shared/model/silence.ts';
import type { Leader } from '../agent/processes.ts';
import { killMarked } from '../agent/requests/sweep.ts';
import { clockUs } from '../machine/clock.ts';
import { Alarm, SYSTEM_CLOCK } from './alarm.ts';
import { clientFor, sessionsFor } from './clients.ts';
import { buildExchange } from './exchange.ts';
import { IDLE_GENERATOR } from './generator-health.ts';
import { type Load, Measurement, startWarmUp } from './measurement.ts';
import type { FromLoad, LoadOrder, ToLoad } from './protocol.ts';

let warmUp: Load | null = null;
let measurement: Measurement | null = null;
let isStarted = false;
let isStopped = false;
/** Timer of a start ordered for a later time. */
const begins = new Alarm(SYSTEM_CLOCK, () => begin(startsAt));
let startsAt: Microseconds = 0;
/** The same for the start of a level. */
const levelBegins = new Alarm(SYSTEM_CLOCK, () => beginLevel(levelAt));
let levelAt: Microseconds = 0;
let beginLevel: (at: Microseconds) => void = () => {};
let runAgain: (levels: readonly number[]) => void = () => {};

/** Without an engine there is no receiver; a channel that breaks while we write is followed by `disconnect`. */
function tell(message: FromLoad): void {
  if (process.connected) process.send!(message, () => {});
}

async function prepare(order: LoadOrder): Promise<void> {
  const exchange = buildExchange(order);
  if (!exchange.ok) {
    tell({ type: 'failed', failure: exchange.failure });
    return;
  }
  const sessions = await sessionsFor(order);
  measurement = new Measurement(
    await clientFor(order, exchange.value, sessions, meetAtLevel, askForRepeats),
    { connections: connectionsOf(order.plan.load), hasSchedule: hasSchedule(order.plan.load) },
    {
      onStarted: (clock) => tell({ type: 'started', clock }),
      onRows: (batch, counts, generator, until) => tell({ type: 'rows', batch, counts, generator, until }),
      onResponses: (responses) => tell({ type: 'responses', responses }),
      onResult: (result) => tell({ type: 'result', result }),
      onPhaseEnd: (at) => tell({ type: 'phase-end', at }),
      onFinished: (at, counts, generator, signs) => tell({ type: 'finished', at, counts, generator, signs }),
    },
  );
  if (isStopped) return;
  if (order.plan.load.warmupS === 0) openConnections();
  else warmUp = startWarmUp(order, exchange.value, sessions, openConnections);
}

function openConnections(counts?: WarmUpCounts): void {
  if (!isStopped) measurement!.openAhead(() => !isStopped && tell({ type: 'warm', ...(counts && { warmUp: counts }) }));
}

function meetAtLevel(begin: (at: Microseconds) => void): void {
  beginLevel = begin;
  tell({ type: 'level' });
}

function askForRepeats(repeat: (levels: readonly number[]) => void): void {
  runAgain = repeat;
  measurement!.flush();
  tell({ type: 'swept' });
}

function level(at: Microseconds): void {
  levelAt = at;
  if (!isStopped) levelBegins.set(at);
}

function measure(at: Microseconds | undefined): void {
  // `stop` and `measure` may cross.
  if (isStopped) return;
  if (at === undefined || at <= clockUs()) {
    begin(at ?? clockUs());
  } else {
    startsAt = at;
    begins.set(at);
  }
}

function begin(origin: Microseconds): void {
  if (measurement === null) throw new Error('measure came before order');
  isStarted = true;
  measurement.start(origin);
}

function stop(): void {
  if (isStopped) return;
  isStopped = true;
  begins.clear();
  levelBegins.clear();
  warmUp?.stop();
  if (isStarted) measurement!.stop();
  else tell({ type: 'finished', at: 0, counts: { sent: 0, inFlight: 0 }, generator: IDLE_GENERATOR });
}

function obey(message: ToLoad): void {
  switch (message.type) {
    case 'order':
      void prepare(message.order);
      break;
    case 'measure':
      measure(message.at);
      break;
    case 'level':
      level(message.at);
      break;
    case 'repeat':
      if (!isStopped) runAgain(message.levels);
      break;
    case 'stop':
      stop();
      break;
    case 'guard':
      leaders.push(message.leader);
      break;
  }
}

/** Processes of the run's programs, killed if the engine is gone. */
const leaders: Leader[] = [];

const SWEEPS = 10;
const BETWEEN_SWEEPS_MS = 100;

/** The engine is gone. The kill is repeated, because new processes may be starting at this moment. */
async function guard(): Promise<never> {
  const runId = process.env.LOOPSCOPE_RUN_GUARD;
  for (let i = 0; i < SWEEPS && runId !== undefined; i++) {
    killMarked(runId, leaders);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_SWEEPS_MS));
  }
  process.exit(0);
}

// Ctrl-C and the like reach the whole process group. The engine decides how to react; if it ends, the channel closes and this process ends, too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('message', obey);
process.on('disconnect', () => {
  stop();
  void guard();
});
tell({ type: 'ready' });
