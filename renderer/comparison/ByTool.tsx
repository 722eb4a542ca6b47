import { isByTool } from '../../shared/analysis/verdicts/by-tool.ts';
import { variantLetter } from '../../shared/model/comparison/comparison.ts';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { useText } from '../i18n/i18n.tsx';

/** The variants whose requests another tool made, and of which there are no single ones to draw. */
export function lettersByTool({ setup, passes }: ComparisonInfo): string[] {
  return setup.variants.flatMap((_, variant) =>
    passes.some((pass) => pass.variant === variant && pass.report !== null && isByTool(pass.report)) ? [variantLetter(variant)] : [],
  );
}

export function ByTool({ info }: { info: ComparisonInfo }) {
  const text = useText('compare.curves');
  const letters = lettersByTool(info);
  return letters.length > 0 && <p className="muted">{text('byTool', { variants: letters.join(', ') })}</p>;
}
