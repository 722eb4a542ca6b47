import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect } from 'react';

/** Beyond the edges; long lines are tall, so few. */
const OVERSCAN = 4;

interface VirtualLines {
  readonly count: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** About how tall a line is before it is drawn. */
  readonly estimate: (index: number) => number;
  /** Once drawn, lines are as tall as they are. False: all are as estimated. */
  readonly measured: boolean;
  /** When it changes, what was measured holds no more. */
  readonly version: unknown;
}

/** Lines that may wrap; only those in sight are rendered. */
export function useVirtualLines({ count, scroller, estimate, measured, version }: VirtualLines) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: estimate,
    overscan: measured ? OVERSCAN : 5 * OVERSCAN,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines of another width, or other lines
  useLayoutEffect(() => virtual.measure(), [measured, version]);
  const items = virtual.getVirtualItems();
  return {
    first: items[0]?.index ?? 0,
    count: items.length,
    startPx: items[0]?.start ?? 0,
    totalPx: virtual.getTotalSize(),
    /** For each line that is rendered, with its place as `data-index`. */
    ref: measured ? virtual.measureElement : undefined,
  };
}
