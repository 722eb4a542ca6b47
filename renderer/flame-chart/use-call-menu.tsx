import type { ReactNode } from 'react';
import { type FrameMenuScreen, useFrameMenu } from '../flame/use-frame-menu.tsx';
import { formatMs } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import type { FlameChartProps } from './FlameChart.tsx';

export interface CallMenu {
  readonly open: NonNullable<FlameChartProps['onMenu']>;
  /** To be rendered beside the chart. */
  readonly menu: ReactNode;
}

/** The context menu of the calls of a flame chart. */
export function useCallMenu(screen: FrameMenuScreen): CallMenu {
  const text = useText('run.flameChart');
  const { open, menu } = useFrameMenu(screen);
  return {
    menu,
    open: ({ name, url, line, kind, start, end, count }, at, focus) =>
      open(
        {
          function: count === 1 ? name : text('joined', { count }),
          url,
          line,
          kind,
          share: text('callShare', { time: formatMs((end - start) / 1_000), at: formatMs(start / 1_000) }),
          focus,
          // A picture of one call does not show others of its function.
          recurs: true,
          standsFor: count === 1 ? null : 'several',
        },
        at,
      ),
  };
}
