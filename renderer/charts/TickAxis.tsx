import css from './svg-charts.module.css';

interface TickAxisProps {
  readonly ticks: readonly number[];
  /** Where a tick stands, px. */
  readonly x: (tick: number) => number;
  /** Where the lines begin and end, px. */
  readonly top: number;
  readonly bottom: number;
  /** The base line of the labels, px. */
  readonly labelsAt: number;
  readonly label: (tick: number) => string;
}

/** The horizontal axis of an SVG chart: at each tick a line up, with its value below. */
export function TickAxis({ ticks, x, top, bottom, labelsAt, label }: TickAxisProps) {
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={css.grid} x1={x(tick)} x2={x(tick)} y1={top} y2={bottom} />
          <text className={`${css.axis} ${css.middle}`} x={x(tick)} y={labelsAt}>
            {label(tick)}
          </text>
        </g>
      ))}
    </>
  );
}
