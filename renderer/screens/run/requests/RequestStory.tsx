import { MAIN_THREAD } from '../../../../shared/model/profile/profile.ts';
import type { ClientRequest, RequestStory as Story, StoryPart } from '../../../../shared/model/request-story.ts';
import { STORY_PARTS } from '../../../../shared/model/request-story.ts';
import { callsTable, meanwhileTable, partName, storyCode, storySentence, storyTable } from '../../../../shared/report/story-table.ts';
import type { TimeFocus } from '../../../charts/time-focus.ts';
import { formatMs } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useEngineRequest } from '../../../state/engine-request.ts';
import { useView } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import { Legend, type LegendItem } from '../../../ui/Legend.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Progress.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { CallLanes } from './CallLanes.tsx';
import css from './RequestStory.module.css';

const US_PER_MS = 1_000;
/** More than a screen has room for would only be slow to draw. */
const MOST_STRETCHES = 2_000;

export interface RequestStoryProps {
  readonly sessionId: string;
  readonly request: ClientRequest;
  readonly version: string;
  readonly focus: TimeFocus;
}

/** What happened to the chosen request, as one bar from when it was due to its end, and in figures. */
export function RequestStory({ sessionId, request, version, focus }: RequestStoryProps) {
  const text = useText('run.story');
  const { data, failure } = useEngineRequest('session.story', { sessionId, ...request }, { version });
  if (failure !== null && data === undefined) return <ErrorNotice failure={failure} />;
  return (
    <section className={css.root} aria-label={text('title')}>
      {data === undefined ? (
        <Spinner label={text('reading')} />
      ) : typeof data === 'string' ? (
        <p className={css.why}>{text(`why.${data}`)}</p>
      ) : (
        <Told story={data} focus={focus} />
      )}
    </section>
  );
}

function Told({ story, focus }: { story: Story; focus: TimeFocus }) {
  const sentence = storySentence(story);
  const tables = [storyTable(story), meanwhileTable(story)].filter((one) => one !== null);
  const calls = callsTable(story);
  const parts = STORY_PARTS.filter((part) => story.totals[part] > 0);
  return (
    <>
      <p>{sentence}</p>
      <Code story={story} focus={focus} />
      <Bar story={story} label={sentence} />
      {story.calls.length > 0 && <CallLanes story={story} />}
      <StoryLegend parts={parts} calls={story.calls} />
      <div className={css.tables}>
        {tables.map((one) => (
          <div key={one.caption} className={css.table}>
            <FigureTable table={one} />
          </div>
        ))}
        {calls !== null && (
          <div className={css.wide}>
            <FigureTable table={calls} />
          </div>
        )}
      </div>
    </>
  );
}

/** Which code ran meanwhile, and the way to all of it. */
function Code({ story, focus }: { story: Story; focus: TimeFocus }) {
  const text = useText('run.story');
  const said = storyCode(story);
  const showFunctions = useFunctionsOf(story, focus);
  return (
    <p>
      {said !== null && `${said} `}
      {story.hot.samples > 0 && (
        <Button variant="quiet" className={css.functions} onClick={showFunctions}>
          {text('functions')}
        </Button>
      )}
    </p>
  );
}

/** The functions of what the story is about: its time and its thread, whichever requests they ran for. */
function useFunctionsOf({ flight, pid }: Story, focus: TimeFocus): () => void {
  const [, setTab] = useView('tab');
  const [, setPid] = useView('pid');
  const [, setThread] = useView('thread');
  const [, setRoute] = useView('route');
  const [, setWhich] = useView('which');
  const [, setPage] = useView('page');
  return () => {
    focus.setWindow(flight);
    setPid(pid);
    setThread(MAIN_THREAD);
    setRoute('');
    setWhich('all');
    // Of the requests that are listed then, where this one is to be found again.
    setPage(null);
    setTab('functions');
  };
}

function Bar({ story: { stretches, latencyUs }, label }: { story: Story; label: string }) {
  const percent = (us: number): string => `${(100 * us) / latencyUs}%`;
  return (
    <div className={css.bar} role="img" aria-label={label}>
      {stretches.slice(0, MOST_STRETCHES).map(({ part, from, to }) => (
        <span
          key={from}
          data-part={part}
          title={`${partName(part)}: ${formatMs((to - from) / US_PER_MS)}`}
          style={{ left: percent(from), width: percent(to - from) }}
        />
      ))}
    </div>
  );
}

function StoryLegend({ parts, calls }: { parts: readonly StoryPart[]; calls: Story['calls'] }) {
  const text = useText('run.story.lanes');
  const states = (['line', 'progress'] as const).filter((key) => (key === 'line' ? calls.some(({ lineUs }) => lineUs) : calls.length > 0));
  const items = [
    ...parts.map((part): LegendItem => ({ name: partName(part), swatch: { 'data-part': part } })),
    ...states.map((key): LegendItem => ({ name: text(key), swatch: { 'data-call': key } })),
  ];
  return (
    <div className={css.legend}>
      <Legend items={items} />
    </div>
  );
}
