/** One function of a run: when it ran, and which requests it ran for. */
import { type PaidBy, payersOf } from '../analysis/function-payers.ts';
import type { FunctionSeriesColumns } from '../model/series.ts';
import { pipeliningOf } from '../model/setup.ts';
import { computeFunctionSeries } from '../profile/time/function-times.ts';
import type { FunctionName } from '../profile/tree/folds.ts';
import { isSelected, type ProfileSelection } from '../profile/tree/remembered-trees.ts';
import type { RunRecording } from './recording.ts';
import { loadedPort } from './request-story-of.ts';

export function functionSeriesOf(recording: RunRecording, selection: ProfileSelection, of: FunctionName): FunctionSeriesColumns {
  return computeFunctionSeries(recording.profiles(selection.kind).filter(isSelected(selection)), of, recording.durationUs);
}

/** Null: which sample belongs to which request of the client is not known. */
export function payersOfRun(recording: RunRecording, of: FunctionName): PaidBy | null {
  const { served, header, originUs } = recording;
  if (!recording.tellsRequestsApart || originUs === null) return null;
  // Several requests at a time on a connection: which is which cannot be told from their times.
  if (header !== null && pipeliningOf(header.setup.client) > 1) return null;
  return payersOf(recording.profiles('cpu'), served, of, originUs, loadedPort(recording));
}
