/** `show --table story`: what happened to single requests, if nothing else is asked for to the slowest one. */
import type { RequestOrder } from '../../shared/load/request-selection.ts';
import { fail, type Outcome, succeed } from '../../shared/model/failure.ts';
import { clientRequest } from '../../shared/model/request-story.ts';
import type { TimeWindow } from '../../shared/model/units.ts';
import { requestsTable } from '../../shared/report/requests-table.ts';
import { callsTable, meanwhileTable, storyCode, storySentence, storyTable } from '../../shared/report/story-table.ts';
import { requestStoryOf } from '../../shared/session/request-story-of.ts';
import { say } from '../../shared/words/said.ts';
import { text } from '../../shared/words/words.ts';
import type { OpenSession } from '../engine/sessions/open-session.ts';
import { breakable } from './format.ts';
import { type RequestOptions, withRequests } from './print-requests.ts';
import { reportTable } from './text-table.ts';

const SLOWEST: RequestOrder = { by: 'latency', descending: true };

/** Fails where nothing is known of requests in the server, or where there is no such request. */
export async function formatStories(open: OpenSession, window: TimeWindow | null, options: RequestOptions): Promise<Outcome<string>> {
  const { recording } = open;
  if (!recording.served.isKnown) return fail('bad-request', say('command.noSpans'), say('command.recordSpans'));
  return withRequests(open, window, { sort: SLOWEST, limit: 1, ...options }, (load, rows) => {
    const { columns, rows: listed } = requestsTable(load, rows);
    const stories = listed.map((cells, row) => {
      const head = reportTable({ caption: text('run.story.title'), columns, rows: [cells] });
      const story = requestStoryOf(recording, clientRequest(rows, row));
      if (typeof story === 'string') return `${head}\n${breakable(text(`run.story.why.${story}`))}`;
      const others = [meanwhileTable(story), callsTable(story)].filter((table) => table !== null);
      const { note, ...parts } = storyTable(story);
      return [
        head,
        breakable([storySentence(story), storyCode(story)].filter((said) => said !== null).join(' ')),
        reportTable(parts),
        breakable(note!),
        ...others.map((table) => `${table.caption}\n${reportTable(table)}`),
      ].join('\n');
    });
    return succeed(stories.join('\n\n'));
  });
}
