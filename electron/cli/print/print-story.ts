/** `show --table story`: what happened to single requests, if nothing else is asked for to the slowest one. */
import type { TimeWindow } from '../../../shared/base/units.ts';
import type { RequestOrder } from '../../../shared/load/request-selection.ts';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { clientRequest, type NoStory, type RequestStory } from '../../../shared/model/request-story.ts';
import { requestsTable } from '../../../shared/report/requests-table.ts';
import { callsTable, meanwhileTable, storyCode, storySentence, storyTable } from '../../../shared/report/story-table.ts';
import { say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import type { AskedRun } from '../asked-run.ts';
import { breakable } from './format.ts';
import { type RequestOptions, withRequests } from './print-requests.ts';
import { reportTable } from './text-table.ts';

const SLOWEST: RequestOrder = { by: 'latency', descending: true };

/** Fails where nothing is known of requests in the server, or where there is no such request. */
export async function formatStories(run: AskedRun, window: TimeWindow | null, options: RequestOptions): Promise<Outcome<string>> {
  const { engine, sessionId } = run;
  const served = await engine.handle('session.served', { sessionId });
  if (!served.ok) return served;
  if (!served.value.isKnown) return fail('bad-request', say('command.noSpans'), say('command.recordSpans'));
  return withRequests(run, window, { sort: SLOWEST, limit: 1, ...options }, async (load, rows) => {
    const { columns, rows: listed } = requestsTable(load, rows);
    const stories: string[] = [];
    for (const [row, cells] of listed.entries()) {
      const story = await engine.handle('session.story', { sessionId, ...clientRequest(rows, row) });
      if (!story.ok) return story;
      const head = reportTable({ caption: text('run.story.title'), columns, rows: [cells] });
      stories.push(`${head}\n${formatStory(story.value)}`);
    }
    return succeed(stories.join('\n\n'));
  });
}

function formatStory(story: RequestStory | NoStory): string {
  if (typeof story === 'string') return breakable(text(`run.story.why.${story}`));
  const others = [meanwhileTable(story), callsTable(story)].filter((table) => table !== null);
  return [
    breakable([storySentence(story), storyCode(story)].filter((said) => said !== null).join(' ')),
    ...[storyTable(story), ...others].map((table) => reportTable(table)),
  ].join('\n');
}
