import type { FrameKind } from '../../shared/model/report.ts';
import css from './KindSwatch.module.css';

/** The colour that a function has in the flame graph, before its name in a table. */
export function KindSwatch({ kind }: { kind: FrameKind }) {
  return <span className={css.swatch} style={{ background: `var(--kind-${kind})` }} aria-hidden="true" />;
}
