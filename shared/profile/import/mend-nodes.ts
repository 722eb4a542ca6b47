/**
 * Files of V8 that were cut, or whose parts were lost on the way, name nodes that they do not have. One such number does not make the rest false:
 * its samples count as time of no function, and functions whose caller is missing stand below the root. How many is told.
 */
import { isObject, type Json } from '../../foreign/read-json.ts';

export interface Mended {
  readonly file: Json;
  /** Samples of a node that the file does not have. */
  readonly samples: number;
  /** Nodes whose caller, or whose callee, the file does not have. */
  readonly nodes: number;
}

/** Above this share of its samples a file is not what it says it is. */
const MOST_LOST = 0.5;

/** The same file, where nothing is missing, or where it is broken in another way, which its reader names. */
export function mendNodes(file: Json): Mended {
  const whole = { file, samples: 0, nodes: 0 };
  const { nodes, samples } = file;
  if (!Array.isArray(nodes) || !Array.isArray(samples) || !nodes.every(isObject)) return whole;
  const known = new Set(nodes.map(({ id }) => id));
  const isLost = (id: unknown): boolean => typeof id === 'number' && !known.has(id);
  const lost = samples.reduce<number>((sum, id) => (isLost(id) ? sum + 1 : sum), 0);
  const strays = nodes.filter(({ parent, children }) => isLost(parent) || (Array.isArray(children) && children.some(isLost))).length;
  if (lost + strays === 0 || lost > MOST_LOST * samples.length) return whole;
  const root = rootOf(nodes);
  if (root === null) return whole;
  return {
    file: {
      ...file,
      nodes: nodes.map((node) => {
        const { parent, children } = node;
        return {
          ...node,
          ...(isLost(parent) ? { parent: root } : {}),
          ...(Array.isArray(children) ? { children: children.filter((id) => !isLost(id)) } : {}),
        };
      }),
      samples: samples.map((id) => (isLost(id) ? root : id)),
    },
    samples: lost,
    nodes: strays,
  };
}

/** The id of the only node that has no caller, and names none; null: there is none, or there are several. */
function rootOf(nodes: readonly Json[]): unknown {
  const called = new Set(nodes.flatMap(({ children }) => (Array.isArray(children) ? children : [])));
  const roots = nodes.filter(({ id, parent }) => (parent === undefined || parent === null) && !called.has(id));
  return roots.length === 1 ? roots[0]!.id : null;
}
