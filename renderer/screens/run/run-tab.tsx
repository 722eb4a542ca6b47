import type { ReactNode } from 'react';
import type { TimeWindow } from '../../../shared/base/units.ts';
import type { SectionId } from '../../../shared/derive/sections/sections.ts';
import type { Report, RunReport } from '../../../shared/model/report.ts';
import type { RunChartId } from '../../../shared/model/run-chart.ts';
import type { ServerSeriesColumns } from '../../../shared/model/series.ts';
import { HEAP_CAPTURE } from '../../../shared/model/setup/captures.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import type { SessionInfo } from '../../../shared/protocol/session-contract.ts';
import type { Messages } from '../../../shared/words/catalogue.ts';
import type { TimeFocus } from '../../charts/time-focus.ts';
import { useText } from '../../i18n/i18n.tsx';
import type { ProfileView } from './profile/profile-query.ts';
import css from './RunScreen.module.css';

/** As addresses have it; each has a label in the words of the run. */
export type TabName = Exclude<keyof Messages['run']['tab'], 'label'>;

/** A session and what is chosen of it, for tabs. What was never recorded is null. */
export interface ShownRun {
  /** Of a paused run, as it was then. */
  readonly info: SessionInfo;
  readonly latest: SessionInfo;
  readonly live: boolean;
  /** It was live when it was opened: what arrives does not move what is there. */
  readonly watched: boolean;
  readonly view: ProfileView;
  /** Names of the routes that samples are told apart by, in their order; empty: they are not. */
  readonly routes: readonly string[];
  readonly focus: TimeFocus;
  readonly window: TimeWindow | null;
  /** Where the time axis of the charts above ends; null: there are none. */
  readonly endS: number | null;
  /** Of the chosen window. */
  readonly report: Report | undefined;
  readonly run: RunReport | null;
  readonly wholeRun: RunReport | null;
  readonly server: ServerSeriesColumns | null;
  /** Rows of requests are asked for again when it changes. */
  readonly version: string;
  /** When each request was in the server is known. */
  readonly hasSpans: boolean;
  /** The flame graph of a route. */
  readonly onRoute: (route: string) => void;
  /** The set-up with what follows requests in the server switched on; null: its target cannot be followed, or was. */
  readonly followed: Setup | null;
}

/** A view of a session: one object, in the file of what it shows. The screen loops over `tabs.tsx` and knows none by name. */
export interface RunTab {
  readonly name: TabName;
  /** Whether such a session has it; absent: each does. */
  readonly isOf?: (info: SessionInfo, hasSpans: boolean) => boolean;
  /** What it shows of the report of the chosen window: all of it, or these sections; absent: nothing. */
  readonly figures?: 'all' | readonly SectionId[];
  /** It has the height of the panel, and scrolls parts of itself. */
  readonly fills?: true;
  /** It needs the height of the window, so that the charts above it are a strip: the latency, and these. */
  readonly isHigh?: true;
  readonly strip?: readonly RunChartId[];
  /** A run that looks for a leak has it, too: it has no profile, and its requests come in rounds with rests between. */
  readonly isOfLeaks?: true;
  /** A run that ended before anything was measured has it, too. */
  readonly isOfNothing?: true;
  readonly Content: (shown: ShownRun) => ReactNode;
}

/** A file of another tool can have ticks in place of samples with times or weights. */
export function isOfSamples({ kind, hasTicks }: SessionInfo): boolean {
  return kind !== 'profile' || !hasTicks;
}

/** Allocations have no lines, and their samples last for no time. */
export function isOfTime({ setup }: SessionInfo): boolean {
  return setup === null || setup.capture.kind !== HEAP_CAPTURE;
}

/** What tabs of profiles get. */
export function profileProps({ info: { setup, processes, threads }, view, live, routes }: ShownRun) {
  return { setup, processes, threads, view, live, routes };
}

/** In place of figures that are not there yet. */
export function Waiting({ live }: { live: boolean }) {
  const text = useText('run');
  return <p className={css.nothing}>{live ? text('time.waiting') : text('loading')}</p>;
}
