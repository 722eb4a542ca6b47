import { planPasses } from '../../../shared/analysis/verdicts/order.ts';
import { variantColor } from '../../charts/variant-style.ts';
import { useText } from '../../i18n/i18n.tsx';
import css from './CompareSetup.module.css';

const WIDTH = 304;
const CELL = 13;
const GAP = 2;
const ROUND_GAP = 5;

/** The actual order of the runs, from the same seed as in the engine. */
export function OrderDrawing({ variants, pairs, profiled, seed }: { variants: number; pairs: number; profiled: boolean; seed: number }) {
  const text = useText('compare.setup');
  const plan = planPasses({ variants: Array.from({ length: variants }, () => PLACEHOLDER), pairs, profiled, seed });
  const roundWidth = variants * CELL + (variants - 1) * GAP + ROUND_GAP;
  const perRow = Math.max(1, Math.floor((WIDTH + ROUND_GAP) / roundWidth));
  const rounds = pairs + (profiled ? 1 : 0);
  const rows = Math.ceil(rounds / perRow);
  return (
    <svg className={css.order} width={WIDTH} height={rows * (CELL + 5)} role="img" aria-label={text('drawing', { pairs, variants })}>
      {plan.map(({ index, variant, round, kind }) => {
        const at = plan.filter((other) => other.round === round && other.kind === kind && other.index < index).length;
        const place = kind === 'profiled' ? pairs : round;
        const x = (place % perRow) * roundWidth + at * (CELL + GAP);
        const y = Math.floor(place / perRow) * (CELL + 5);
        const color = `var(${variantColor(variant)})`;
        const filled = variant !== 0 && kind === 'measured';
        return (
          <g key={index} transform={`translate(${x},${y})`}>
            <rect
              x={0.5}
              y={0.5}
              width={CELL - 1}
              height={CELL - 1}
              rx={2}
              fill={filled ? color : 'var(--bg)'}
              stroke={color}
              strokeDasharray={kind === 'profiled' ? '2 2' : undefined}
            />
            <text x={CELL / 2} y={10} className={css.cell} fill={filled ? 'var(--bg)' : color}>
              {String.fromCharCode(65 + variant)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** Only the number of variants matters here. */
const PLACEHOLDER = { title: '-', setup: null as never };
