/** `show --table slow`: why the slowest requests of a run are slow. */
import { fail, type Outcome, succeed } from '../../shared/model/failure.ts';
import { ANY_REQUEST } from '../../shared/model/request-filter.ts';
import type { TimeWindow } from '../../shared/model/units.ts';
import { slowSentence, slowTable } from '../../shared/report/slow-table.ts';
import type { RunRecording } from '../../shared/session/recording.ts';
import { slowRequestsOf } from '../../shared/session/slow-requests-of.ts';
import { say } from '../../shared/words/said.ts';
import { text } from '../../shared/words/words.ts';
import { breakable } from './format.ts';
import { type RequestChoice, readRequestChoice } from './request-choice.ts';
import { reportTable } from './text-table.ts';

const USUAL_PERCENT = 10;
const MOST_FUNCTIONS = 15;

/** Fails where the run does not tell requests apart, or has no such route. */
export function formatSlow(recording: RunRecording, window: TimeWindow | null, choice: RequestChoice): Outcome<string> {
  const filter = readRequestChoice(recording, choice);
  if (!filter.ok) return filter;
  const { slowest, ...of } = filter.value ?? ANY_REQUEST;
  const percent = slowest ?? USUAL_PERCENT;
  const found = slowRequestsOf(recording, { ...of, slowest: percent }, window);
  if (found === null) return fail('bad-request', say('command.notByRequest'), say('command.recordByRequest'));
  const table = slowTable(found, MOST_FUNCTIONS);
  const sentence = breakable(slowSentence(found, percent));
  if (table === null) return succeed(found.functions === null ? sentence : `${sentence}\n${text('run.slow.same')}`);
  return succeed(`${sentence}\n${reportTable(table)}\n${table.note}`);
}
