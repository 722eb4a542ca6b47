import { type ComparisonInfo, isOver } from '../../shared/model/comparison/comparison-info.ts';
import { namesOf } from '../../shared/phrases/variant-name.ts';
import { PercentileCurves } from '../charts/PercentileCurves.tsx';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { ErrorNotice } from '../ui/Notice.tsx';
import { ByTool, lettersByTool } from './ByTool.tsx';

/** `version`: grows whenever a run ends. */
export function CurvesFigure({ sessionId, info, version }: { sessionId: string; info: ComparisonInfo; version: string }) {
  const text = useText('compare');
  const { data, failure } = useEngineRequest('compare.percentiles', { sessionId }, { version });
  if (failure !== null && data === undefined) return <ErrorNotice failure={failure} />;
  if (data === undefined) return <p className="muted">{text('headline.waiting')}</p>;
  return (
    <>
      <ByTool info={info} />
      {lettersByTool(info).length < info.setup.variants.length && (
        <PercentileCurves columns={data} names={namesOf(info)} isOver={isOver(info.state)} />
      )}
    </>
  );
}
