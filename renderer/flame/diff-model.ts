/** Two profiles on one merged tree, as flame graphs draw it: of the difference, and of each side alone. Pure. */
import { paintOf } from '../../shared/profile/difference-paint.ts';
import type { DiffFlameColumns } from '../../shared/protocol/comparison-contract.ts';
import { byName, type FlameNode, KINDS } from './flame-model.ts';

/** Microseconds per request of both sides. */
export interface FrameDifference {
  readonly selfA: number;
  readonly selfB: number;
  readonly totalA: number;
  readonly totalB: number;
  /** The samples cannot tell the difference from chance. */
  readonly noise: boolean;
}

export interface DiffNode extends FlameNode {
  readonly diff: FrameDifference;
}

/** What a frame is as wide as. `both`: the mean, so that frames of one side only are seen, too. */
export type DiffWidth = 'a' | 'b' | 'both';

/** Writes what stands on a frame: its name and the difference with its sign. */
export type LabelOf = (name: string, diff: FrameDifference) => string;

/** Parents stand before their children in the columns, so one pass links them. Null: there are no nodes. */
export function buildDiffTree(columns: DiffFlameColumns, width: DiffWidth, labelOf: LabelOf): DiffNode | null {
  const value = { a: ({ totalA }: FrameDifference) => totalA, b: ({ totalB }: FrameDifference) => totalB, both: mean }[width];
  return build(columns, value, (diff, name) => ({ paint: paintOf(diff), label: diff.noise ? name : labelOf(name, diff) }));
}

function mean({ totalA, totalB }: FrameDifference): number {
  return (totalA + totalB) / 2;
}

/** One side alone, in its own colours. The tree is the merged one: what the other side has only is there with no width. */
export function buildSideTree(columns: DiffFlameColumns, side: 'a' | 'b'): DiffNode | null {
  return build(columns, side === 'a' ? ({ totalA }) => totalA : ({ totalB }) => totalB, () => ({}));
}

type Marks = Pick<FlameNode, 'paint' | 'label'>;

function build(
  columns: DiffFlameColumns,
  widthOf: (diff: FrameDifference) => number,
  marksOf: (diff: FrameDifference, name: string) => Marks,
) {
  const nodes: DiffNode[] = [];
  for (let index = 0; index < columns.parent.length; index++) {
    const parent = nodes[columns.parent[index] ?? -1] ?? null;
    const diff: FrameDifference = {
      selfA: columns.selfA[index] ?? 0,
      selfB: columns.selfB[index] ?? 0,
      totalA: columns.totalA[index] ?? 0,
      totalB: columns.totalB[index] ?? 0,
      noise: columns.noise[index] === 1,
    };
    const name = columns.meta.names[columns.name[index] ?? 0] ?? '';
    const node: DiffNode = {
      name,
      url: columns.meta.urls[columns.url[index] ?? 0] ?? '',
      line: columns.line[index] ?? 0,
      kind: KINDS[columns.kind[index] ?? 3] ?? 'native',
      selfMs: (diff.selfA + diff.selfB) / 2_000,
      value: widthOf(diff),
      children: [],
      parent,
      depth: parent === null ? 0 : parent.depth + 1,
      hide: false,
      fade: false,
      match: false,
      diff,
      ...marksOf(diff, name),
    };
    parent?.children.push(node);
    nodes.push(node);
  }
  for (const node of nodes) if (node.children.length > 1) node.children.sort(byName);
  return nodes[0] ?? null;
}

export function differenceOf(node: FlameNode): FrameDifference | null {
  return 'diff' in node ? (node as DiffNode).diff : null;
}
