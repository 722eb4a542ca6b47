import type { Milliseconds } from '../../../../shared/base/units.ts';
import { MOST_REQUESTS } from '../../../../shared/load/request-selection.ts';
import { flightOf } from '../../../../shared/model/request-story.ts';
import { SHORTEST_MS, spanAround, type TimeFocus } from '../../../charts/time-focus.ts';
import type { ServedBar } from '../../../flame-chart/lane-words.ts';
import { formatMs } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useEngineRequest } from '../../../state/engine-request.ts';
import { useView } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import css from './ChosenBar.module.css';

interface ChosenBarProps {
  readonly sessionId: string;
  readonly request: ServedBar;
  readonly version: string;
  readonly focus: TimeFocus;
  /** How long the run was, and how many requests of it were answered. */
  readonly endMs: Milliseconds;
  readonly completed: number;
}

const US_PER_MS = 1_000;
/** For a moment so many times as many may end as on average. */
const MOST_AT_ONCE = 3;

/** The request that was chosen above a flame chart, and the way to its story: among the requests that ended while it was in flight. */
export function ChosenBar({ sessionId, request: { pid, request, route, us }, version, focus, endMs, completed }: ChosenBarProps) {
  const text = useText('run.flameChart.lanes');
  const why = useText('run.story.why');
  const { data } = useEngineRequest('session.client-request', { sessionId, pid, request }, { version });
  const show = useStory({ focus, endMs, listedMs: (MOST_REQUESTS * endMs) / (MOST_AT_ONCE * Math.max(1, completed)) });
  return (
    <span>
      {text('chosen', { route, time: formatMs(us / US_PER_MS) })}{' '}
      {typeof data === 'string'
        ? why(data)
        : data !== undefined && (
            <Button variant="quiet" className={css.story} onClick={() => show(data.nth, flightOf(data.request))}>
              {text('story')}
            </Button>
          )}
    </span>
  );
}

/** `listedMs`: in so long end no more requests than a page has. */
function useStory({ focus, listedMs, endMs }: Pick<ChosenBarProps, 'focus' | 'endMs'> & { readonly listedMs: Milliseconds }) {
  const [, setTab] = useView('tab');
  const [, setChosen] = useView('chosen');
  const [, setPage] = useView('page');
  const [, setAs] = useView('requestsAs');
  const [, setOutcome] = useView('outcome');
  const [, setSlower] = useView('slower');
  const [, setFaster] = useView('faster');
  const [, setPhase] = useView('phase');
  const [, setPlanned] = useView('planned');
  return (nth: number, { fromMs, toMs }: ReturnType<typeof flightOf>) => {
    // No filter leaves it out, and it is on the first page.
    setPage(null);
    setAs('all');
    setOutcome('all');
    setSlower(null);
    setFaster(null);
    setPhase(null);
    setPlanned(null);
    const begin = Math.max(fromMs, toMs - Math.max(SHORTEST_MS, listedMs));
    focus.setWindow(toMs - begin < SHORTEST_MS ? spanAround(begin, toMs, endMs) : { fromMs: begin, toMs });
    setChosen(nth);
    setTab('requests');
  };
}
