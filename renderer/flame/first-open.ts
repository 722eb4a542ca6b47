/** Which rows of a call tree are open at first. Pure. */
import { type FlameNode, pathOf } from './flame-model.ts';

export const keyOf = (node: FlameNode): string => pathOf(node).join('\u0000');

const MOST_LEVELS = 12;

/** Expands the heaviest callees down to the first frame of the user's own code; if there is none, until the tree branches. */
export function firstOpen(root: FlameNode): ReadonlySet<string> {
  const path = heaviestPath(root);
  const own = path.findIndex(({ kind }) => kind === 'own');
  const branch = path.findIndex(({ value, parent }, level) => level >= MOST_LEVELS || value < parent!.value * 0.5);
  const end = own >= 0 ? own + 1 : branch >= 0 ? branch : path.length;
  return new Set(path.slice(0, end).map(keyOf));
}

function heaviestPath(root: FlameNode): FlameNode[] {
  const path: FlameNode[] = [];
  for (let node: FlameNode | undefined = root; node !== undefined; ) {
    node = node.children.reduce<FlameNode | undefined>(
      (most, one) => (most === undefined || one.value > most.value ? one : most),
      undefined,
    );
    if (node !== undefined) path.push(node);
  }
  return path;
}
