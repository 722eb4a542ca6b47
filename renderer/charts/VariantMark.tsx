import { markPath } from '../../shared/charts/variant-marks.ts';
import { variantColor, variantDash } from './variant-style.ts';

/** The mark of a variant inside an SVG. */
export function VariantShape({ index, x, y, size = 7 }: { index: number; x: number; y: number; size?: number }) {
  const color = `var(${variantColor(index)})`;
  const hollow = index === 0;
  return (
    <path
      d={markPath(index, size)}
      transform={`translate(${x},${y})`}
      fill={hollow ? 'var(--bg)' : color}
      stroke={color}
      strokeWidth={hollow ? 1.5 : 0.5}
    />
  );
}

/** The same mark in a line of text. */
export function VariantMark({ index }: { index: number }) {
  return (
    <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true" style={{ flex: 'none', verticalAlign: -1 }}>
      <VariantShape index={index} x={0} y={0} size={8} />
    </svg>
  );
}

/** A sample of the lines of a variant, where charts draw these without marks. */
export function VariantLine({ index }: { index: number }) {
  return (
    <svg width="22" height="12" viewBox="0 -6 22 12" aria-hidden="true" style={{ flex: 'none' }}>
      <path d="M0,0h22" stroke={`var(${variantColor(index)})`} strokeWidth={1.5} strokeDasharray={variantDash(index).join(' ')} />
    </svg>
  );
}
