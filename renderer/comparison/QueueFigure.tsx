import { useMemo } from 'react';
import { queueOf } from '../../shared/analysis/queueing.ts';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { namesOf } from '../../shared/phrases/variant-name.ts';
import { QueueCurve } from '../charts/QueueCurve.tsx';
import { useText } from '../i18n/i18n.tsx';

/** Where arrivals at random meet one server that takes equally long for each; `asked`: says why there is nothing where there is not. */
export function QueueFigure({ info, asked = true }: { info: ComparisonInfo; asked?: boolean }) {
  const text = useText('compare.queue');
  const queue = useMemo(() => queueOf(info), [info]);
  if (queue !== null) return <QueueCurve queue={queue} names={namesOf(info)} />;
  return asked ? <p className="muted">{text('other')}</p> : null;
}
