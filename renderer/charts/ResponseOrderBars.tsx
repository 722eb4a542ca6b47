import { useMemo, useState } from 'react';
import { layoutResponseOrder, summarizeResponses } from '../../shared/charts/response-order.ts';
import type { ResponseOrderColumns } from '../../shared/model/comparison/comparison-info.ts';
import { FIRST_HTTP_STATUS } from '../../shared/model/run.ts';
import { formatMs, formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { textScale } from '../text-scale.ts';
import css from './svg-charts.module.css';
import { heightFor, pointedX, textSized, useTextWidth } from './use-width.ts';
import { ValueAxis } from './ValueAxis.tsx';
import { VariantMark } from './VariantMark.tsx';
import { variantColor } from './variant-style.ts';

const LEAST_HEIGHT = 180;
const HEIGHT_SHARE = 0.4;
const LEFT = 44;
const RIGHT = 4;
const TOP = 8;
const BOTTOM = 18;

export interface ResponseOrderBarsProps {
  readonly columns: ResponseOrderColumns;
  readonly variant: number;
  readonly title: string;
  /** Top of the axis, ms: the same for all variants. */
  readonly topMs: number;
}

/** One bar per request, in the order of the responses; its height is its latency. Queueing draws a staircase, sharing the processor a block. */
export function ResponseOrderBars({ columns, variant, title, topMs }: ResponseOrderBarsProps) {
  const text = useText('compare.responseOrder');
  const [host, width] = useTextWidth<HTMLDivElement>();
  const height = heightFor(width, LEAST_HEIGHT, HEIGHT_SHARE);
  const [pointed, setPointed] = useState<number | null>(null);
  const count = columns.latencyMs.length;
  const inner = width - LEFT - RIGHT;
  const { unit, y, digits, good, bad } = useMemo(
    () => layoutResponseOrder(columns, topMs, { width, height, left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM }),
    [columns, topMs, width, height],
  );
  const { shown, total } = columns.meta;
  return (
    <div className={css.panel}>
      <h3 className={css.panelTitle}>
        <b>
          <VariantMark index={variant} /> {title}
        </b>
        <span>{shown < total ? text('thinned', { shown: formatNumber(shown), total: formatNumber(total) }) : text('all', { total })}</span>
      </h3>
      <div ref={host} className={css.host} style={{ height: height * textScale() }}>
        {width > 0 && (
          <svg
            {...textSized(width, height)}
            role="img"
            aria-label={text('description', { title, ...summaryOf(columns) })}
            onMouseMove={(event) => {
              const share = (pointedX(event) - LEFT) / inner;
              setPointed(share < 0 || share >= 1 ? null : Math.floor(share * count));
            }}
            onMouseLeave={() => setPointed(null)}
          >
            <g>
              <ValueAxis y={y} digits={digits} left={LEFT} right={width - RIGHT} />
              <text className={css.axis} x={LEFT + 5} y={TOP + 4}>
                {unit.unit}
              </text>
              <text className={css.axis} x={LEFT} y={height - 4}>
                {text('first')}
              </text>
              <text className={`${css.axis} ${css.end}`} x={width - RIGHT} y={height - 4}>
                {text('last')}
              </text>
              <path d={good} fill={`var(${variantColor(variant)})`} />
              <path d={bad} fill="var(--series-error)" />
              {pointed !== null && count > 0 && (
                <rect
                  x={LEFT + (pointed / count) * inner}
                  y={TOP}
                  width={Math.max(1, inner / count)}
                  height={height - TOP - BOTTOM}
                  fill="var(--text)"
                  opacity={0.18}
                />
              )}
            </g>
          </svg>
        )}
      </div>
      <p className={css.readout} aria-hidden="true">
        {pointed === null || pointed >= count ? (
          <span>{text('spread', summaryOf(columns))}</span>
        ) : (
          <span>
            {text('one', {
              place: formatNumber(pointed + 1),
              latency: formatMs(columns.latencyMs[pointed]),
              start: formatMs(columns.startMs[pointed]),
              status: statusText(columns.status[pointed] ?? 0, text),
            })}
          </span>
        )}
      </p>
    </div>
  );
}

function statusText(status: number, text: ReturnType<typeof useText<'compare.responseOrder'>>): string {
  return status < FIRST_HTTP_STATUS ? text('failed') : text('status', { status: String(status) });
}

function summaryOf(columns: ResponseOrderColumns): { shortest: string; longest: string; middle: string } {
  const { shortest, middle, longest } = summarizeResponses(columns);
  return { shortest: formatMs(shortest), middle: formatMs(middle), longest: formatMs(longest) };
}
