import { memo } from 'react';
import { useView } from '../../../state/view.ts';
import { isOfSamples, profileProps, type RunTab } from '../run-tab.tsx';
import { Around } from './Around.tsx';
import { FlameTab, type ProfileTabProps } from './FlameTab.tsx';

/** The flame graph, or one function with its callers and callees. */
const FlameOrAround = memo(function FlameOrAround(props: ProfileTabProps) {
  const [around] = useView('around');
  // A frame is wanted in the flame graph, whatever was shown before.
  return around === null || props.view.wanted !== null ? <FlameTab {...props} /> : <Around {...props} of={around} />;
});

export const flameTab: RunTab = {
  name: 'flame',
  isOf: isOfSamples,
  fills: true,
  isHigh: true,
  Content: (shown) => <FlameOrAround {...profileProps(shown)} />,
};
