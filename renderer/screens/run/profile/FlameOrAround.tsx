import { memo } from 'react';
import { useView } from '../../../state/view.ts';
import { Around } from './Around.tsx';
import { FlameTab, type ProfileTabProps } from './FlameTab.tsx';

/** The flame graph, or one function with its callers and callees. */
export const FlameOrAround = memo(function FlameOrAround(props: ProfileTabProps) {
  const [around] = useView('around');
  // A frame is wanted in the flame graph, whatever was shown before.
  return around === null || props.view.wanted !== null ? <FlameTab {...props} /> : <Around {...props} of={around} />;
});
