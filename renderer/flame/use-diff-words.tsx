import { useMemo } from 'react';
import { formatWeight } from '../../shared/format/weights.ts';
import type { WeightUnit } from '../../shared/model/profile/weight-unit.ts';
import { formatDifference } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { differenceOf, type FrameDifference, type LabelOf } from './diff-model.ts';
import flame from './FlameGraph.module.css';
import type { FlameWords } from './FlameView.tsx';
import { calledNode, type FlameNode } from './flame-model.ts';
import { Location } from './Location.tsx';
import css from './use-diff-words.module.css';

export interface PairNames {
  /** Letters of the two sides. */
  readonly a: string;
  readonly b: string;
}

/** The labels of the frames of a difference, so that colour is never the only sign. */
export function useDiffLabel({ a, b }: PairNames, unit: WeightUnit): LabelOf {
  const text = useText('compare.flame');
  return useMemo(
    () => (name, diff) => {
      const time = formatWeight(Math.abs(diff.totalB - diff.totalA), unit);
      if (diff.totalA === 0) return text('frameNew', { name, letter: a, time });
      if (diff.totalB === 0) return text('frameGone', { name, letter: b, time });
      return text('frame', { name, sign: diff.totalB < diff.totalA ? '−' : '+', time });
    },
    [a, b, unit, text],
  );
}

/** The texts of a flame graph of both sides; `label` names the flame graph. */
export function useDiffWords(names: PairNames, unit: WeightUnit, label: string): FlameWords {
  const text = useText('compare.flame');
  const { a, b } = names;
  return useMemo(() => {
    const weigh = (value: number): string => formatWeight(value, unit);
    return {
      label,
      weight: (value) => text('perRequest', { time: weigh(value) }),
      share: (node) => {
        const diff = differenceOf(node);
        return diff === null ? '' : text('share', { nameA: a, a: weigh(diff.totalA), nameB: b, b: weigh(diff.totalB) });
      },
      details: (node) => {
        const diff = differenceOf(node);
        if (diff === null) return calledNode(node);
        const figures = { a: weigh(diff.totalA), b: weigh(diff.totalB), nameA: a, nameB: b };
        return text('details', {
          name: calledNode(node),
          ...figures,
          difference: changeText(diff.totalA, diff.totalB, unit),
          noise: diff.noise ? 'yes' : 'no',
          folded: hasFolded(diff) ? 'yes' : 'no',
          foldedA: weigh(diff.foldedA),
          foldedB: weigh(diff.foldedB),
          foldedDifference: changeText(diff.foldedA, diff.foldedB, unit),
        });
      },
      tip: (node) => <Tip node={node} names={{ a, b }} unit={unit} />,
      tipWidth: 400,
    };
  }, [a, b, unit, label, text]);
}

function hasFolded({ foldedA, foldedB }: FrameDifference): boolean {
  return foldedA > 0 || foldedB > 0;
}

function changeText(from: number, to: number, unit: WeightUnit): string {
  const by = to - from;
  const change = `${by < 0 ? '−' : by > 0 ? '+' : ''}${formatWeight(Math.abs(by), unit)}`;
  return from > 0 ? `${change} (${formatDifference(100 * (to / from - 1))})` : change;
}

function Tip({ node, names, unit }: { node: FlameNode; names: PairNames; unit: WeightUnit }) {
  const text = useText('compare.flame');
  const diff = differenceOf(node);
  if (diff === null) return <p className={flame.tipName}>{calledNode(node)}</p>;
  return (
    <>
      <p className={flame.tipName}>{calledNode(node)}</p>
      <div className={flame.tipFile}>
        <Location url={node.url} line={node.line} />
      </div>
      <table className={css.tipTable}>
        <thead>
          <tr>
            <td />
            <th scope="col">{names.a}</th>
            <th scope="col">{names.b}</th>
            <th scope="col">{text('tipDifference')}</th>
          </tr>
        </thead>
        <tbody>
          <TipRow label={text('tipTotal')} a={diff.totalA} b={diff.totalB} unit={unit} />
          <TipRow label={text('tipSelf')} a={diff.selfA} b={diff.selfB} unit={unit} />
          {hasFolded(diff) && <TipRow label={text('tipFolded')} a={diff.foldedA} b={diff.foldedB} unit={unit} />}
        </tbody>
      </table>
      <TipNote diff={diff} names={names} />
    </>
  );
}

function TipRow({ label, a, b, unit }: { label: string; a: number; b: number; unit: WeightUnit }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{formatWeight(a, unit)}</td>
      <td>{formatWeight(b, unit)}</td>
      <td>{changeText(a, b, unit)}</td>
    </tr>
  );
}

function TipNote({ diff, names }: { diff: FrameDifference; names: PairNames }) {
  const text = useText('compare.flame');
  if (diff.noise) return <p className={css.tipNote}>{text('tipNoise')}</p>;
  if (diff.totalA === 0) return <p className={css.tipNote}>{text('tipNone', { letter: names.a })}</p>;
  if (diff.totalB === 0) return <p className={css.tipNote}>{text('tipNone', { letter: names.b })}</p>;
  return null;
}
