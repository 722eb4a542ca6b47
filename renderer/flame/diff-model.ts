/** Two profiles on one merged tree, as flame graphs draw it: the difference, and each side alone. Pure. */
import { type DiffWidth, widthOf } from '../../shared/charts/flame-layout.ts';
import type { DiffFlameColumns } from '../../shared/model/profile/profile-views.ts';
import { paintOf } from '../../shared/profile/tree/difference-paint.ts';
import { calledNode, type FlameNode, linkNodes } from './flame-model.ts';

/** Per request of both sides, in the unit of the profiles. */
export interface FrameDifference {
  readonly selfA: number;
  readonly selfB: number;
  /** In what is folded into it; not in `self`. */
  readonly foldedA: number;
  readonly foldedB: number;
  readonly totalA: number;
  readonly totalB: number;
  /** The samples cannot tell the difference from chance. */
  readonly noise: boolean;
}

export interface DiffNode extends FlameNode {
  readonly diff: FrameDifference;
}

/** The label of a frame: its name and the difference with its sign. */
export type LabelOf = (name: string, diff: FrameDifference) => string;

/** Parents come before their children in the columns, so one pass links them. Null: there are no nodes. */
export function buildDiffTree(columns: DiffFlameColumns, width: DiffWidth, labelOf: LabelOf): DiffNode | null {
  return build(columns, widthOf[width], (diff, name) => ({
    paint: `diff-${paintOf(diff)}`,
    label: diff.noise ? name : labelOf(name, diff),
  }));
}

/** One side alone, in its own colours. The tree is the merged one: frames of only the other side have no width. */
export function buildSideTree(columns: DiffFlameColumns, side: 'a' | 'b'): DiffNode | null {
  return build(columns, widthOf[side], () => ({}));
}

type Marks = Pick<FlameNode, 'paint' | 'label'>;

function build(
  columns: DiffFlameColumns,
  valueIn: (diff: FrameDifference) => number,
  marksOf: (diff: FrameDifference, name: string) => Marks,
): DiffNode | null {
  return linkNodes<DiffNode>(columns, (node, index) => {
    const diff: FrameDifference = {
      selfA: columns.selfA[index] ?? 0,
      selfB: columns.selfB[index] ?? 0,
      foldedA: columns.foldedA[index] ?? 0,
      foldedB: columns.foldedB[index] ?? 0,
      totalA: columns.totalA[index] ?? 0,
      totalB: columns.totalB[index] ?? 0,
      noise: columns.noise[index] === 1,
    };
    const [self, folded] = [(diff.selfA + diff.selfB) / 2, (diff.foldedA + diff.foldedB) / 2];
    return { ...node, self, folded, value: valueIn(diff), diff, ...marksOf(diff, calledNode(node)) };
  });
}

/** The parts of what A has and of what B has that are below frames which only one of them has. */
export interface Split {
  readonly a: number;
  readonly b: number;
}

/** Null: too little of either to hide where the two agree. */
export function splitOf(tree: DiffNode): Split | null {
  let [onlyA, onlyB] = [0, 0];
  const rest: FlameNode[] = [tree];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    const { totalA = 0, totalB = 0 } = differenceOf(node) ?? {};
    if (totalA === 0) onlyB += totalB;
    else if (totalB === 0) onlyA += totalA;
    else rest.push(...node.children);
  }
  const split = { a: onlyA / tree.diff.totalA, b: onlyB / tree.diff.totalB };
  return split.a >= LEAST_SPLIT && split.b >= LEAST_SPLIT ? split : null;
}

/** Less is what changes of code are: functions that came and others that went. */
const LEAST_SPLIT = 0.3;

export function differenceOf(node: FlameNode): FrameDifference | null {
  return 'diff' in node ? (node as DiffNode).diff : null;
}
