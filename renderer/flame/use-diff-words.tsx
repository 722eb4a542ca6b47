import { useMemo } from 'react';
import { formatDifference, formatMs } from '../i18n/format.ts';
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

const ms = (microseconds: number): string => formatMs(microseconds / 1_000);

/** The labels of the frames of a difference, so that colour is never the only sign. */
export function useDiffLabel({ a, b }: PairNames): LabelOf {
  const text = useText('compare.flame');
  return useMemo(
    () => (name, diff) => {
      const time = ms(Math.abs(diff.totalB - diff.totalA));
      if (diff.totalA === 0) return text('frameNew', { name, letter: a, time });
      if (diff.totalB === 0) return text('frameGone', { name, letter: b, time });
      return text('frame', { name, sign: diff.totalB < diff.totalA ? '−' : '+', time });
    },
    [a, b, text],
  );
}

/** The texts of a flame graph of both sides; `label` names the flame graph. */
export function useDiffWords(names: PairNames, label: string): FlameWords {
  const text = useText('compare.flame');
  const { a, b } = names;
  return useMemo(
    () => ({
      label,
      weight: (value) => text('perRequest', { time: ms(value) }),
      share: (node) => {
        const diff = differenceOf(node);
        return diff === null ? '' : text('share', { nameA: a, a: ms(diff.totalA), nameB: b, b: ms(diff.totalB) });
      },
      details: (node) => {
        const diff = differenceOf(node);
        if (diff === null) return calledNode(node);
        const figures = { a: ms(diff.totalA), b: ms(diff.totalB), nameA: a, nameB: b };
        return text('details', {
          name: calledNode(node),
          ...figures,
          difference: changeText(diff.totalA, diff.totalB),
          noise: diff.noise ? 'yes' : 'no',
          folded: hasFolded(diff) ? 'yes' : 'no',
          foldedA: ms(diff.foldedA),
          foldedB: ms(diff.foldedB),
          foldedDifference: changeText(diff.foldedA, diff.foldedB),
        });
      },
      tip: (node) => <Tip node={node} names={{ a, b }} />,
      tipWidth: 400,
    }),
    [a, b, label, text],
  );
}

function hasFolded({ foldedA, foldedB }: FrameDifference): boolean {
  return foldedA > 0 || foldedB > 0;
}

function signed(microseconds: number): string {
  const sign = microseconds < 0 ? '−' : microseconds > 0 ? '+' : '';
  return `${sign}${ms(Math.abs(microseconds))}`;
}

function changeText(from: number, to: number): string {
  return from > 0 ? `${signed(to - from)} (${formatDifference(100 * (to / from - 1))})` : signed(to - from);
}

function Tip({ node, names }: { node: FlameNode; names: PairNames }) {
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
          <TipRow label={text('tipTotal')} a={diff.totalA} b={diff.totalB} />
          <TipRow label={text('tipSelf')} a={diff.selfA} b={diff.selfB} />
          {hasFolded(diff) && <TipRow label={text('tipFolded')} a={diff.foldedA} b={diff.foldedB} />}
        </tbody>
      </table>
      <TipNote diff={diff} names={names} />
    </>
  );
}

function TipRow({ label, a, b }: { label: string; a: number; b: number }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{ms(a)}</td>
      <td>{ms(b)}</td>
      <td>{changeText(a, b)}</td>
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
