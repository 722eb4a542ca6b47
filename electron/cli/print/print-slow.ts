/** `show --table slow`: why the slowest requests of a run are slow. */
import type { TimeWindow } from '../../../shared/base/units.ts';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { ANY_REQUEST } from '../../../shared/model/request-filter.ts';
import { slowPartsTable, slowSentence, slowTable } from '../../../shared/report/slow-table.ts';
import { say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import type { AskedRun } from '../asked-run.ts';
import { type RequestChoice, readRequestChoice } from '../flags/request-choice.ts';
import { breakable } from './format.ts';
import { reportTable } from './text-table.ts';

const USUAL_PERCENT = 10;
const MOST_FUNCTIONS = 15;
/** The cause is found among more than are listed. */
const MOST_ASKED = 1_000;

/** Fails where the run does not tell requests apart, or has no such route. */
export async function formatSlow(
  { engine, sessionId }: AskedRun,
  window: TimeWindow | null,
  choice: RequestChoice,
): Promise<Outcome<string>> {
  const served = await engine.handle('session.served', { sessionId });
  if (!served.ok) return served;
  const filter = readRequestChoice(served.value, choice);
  if (!filter.ok) return filter;
  const { slowest, ...of } = filter.value ?? ANY_REQUEST;
  const percent = slowest ?? USUAL_PERCENT;
  const reply = await engine.handle('profile.slow', { sessionId, window, requests: { ...of, slowest: percent }, most: MOST_ASKED });
  if (!reply.ok) return reply;
  const found = reply.value;
  if (found === null) return fail('bad-request', say('command.notByRequest'), say('command.recordByRequest'));
  const tables = [slowPartsTable(found), slowTable(found, MOST_FUNCTIONS)];
  const same = found.functions !== null && tables[1] === null ? [text('run.slow.same')] : [];
  return succeed(
    [breakable(slowSentence(found, percent)), ...tables.flatMap((one) => (one === null ? [] : reportTable(one))), ...same].join('\n'),
  );
}
