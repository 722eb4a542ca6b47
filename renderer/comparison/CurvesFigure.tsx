import { isByTool } from '../../shared/analysis/by-tool.ts';
import { variantLetter } from '../../shared/model/comparison.ts';
import type { ComparisonInfo } from '../../shared/protocol/comparison-contract.ts';
import { namesOf } from '../../shared/words/variant-name.ts';
import { PercentileCurves } from '../charts/PercentileCurves.tsx';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { ErrorNotice } from '../ui/Notice.tsx';

/** `version`: grows whenever a run ends. */
export function CurvesFigure({ sessionId, info, version }: { sessionId: string; info: ComparisonInfo; version: string }) {
  const text = useText('compare');
  const { data, failure } = useEngineRequest('compare.percentiles', { sessionId }, { version });
  if (failure !== null && data === undefined) return <ErrorNotice failure={failure} />;
  if (data === undefined) return <p className="muted">{text('headline.waiting')}</p>;
  const byTool = info.setup.variants.flatMap((_, variant) =>
    info.passes.some((pass) => pass.variant === variant && pass.report !== null && isByTool(pass.report)) ? [variantLetter(variant)] : [],
  );
  return (
    <>
      {byTool.length > 0 && <p className="muted">{text('curves.byTool', { variants: byTool.join(', ') })}</p>}
      {byTool.length < info.setup.variants.length && <PercentileCurves columns={data} names={namesOf(info)} />}
    </>
  );
}
