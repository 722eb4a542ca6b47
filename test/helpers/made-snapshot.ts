/** Snapshots of heaps that were made up, as V8 writes them. */

const NODE_TYPES = ['hidden', 'array', 'string', 'object', 'code', 'closure', 'regexp', 'number', 'native', 'synthetic'];
const EDGE_TYPES = ['context', 'element', 'property', 'internal', 'hidden', 'shortcut', 'weak'];

export interface MadeNode {
  readonly type?: string;
  readonly name: string;
  /** Not given: an odd number by its place. */
  readonly id?: number;
  readonly size?: number;
  /** To whom it refers. */
  readonly edges?: readonly MadeEdge[];
}

export interface MadeEdge {
  readonly type?: string;
  /** Of elements and hidden edges a number. */
  readonly name: string | number;
  /** The place of a node. */
  readonly to: number;
}

export interface MadeFields {
  readonly node?: readonly string[];
  readonly edge?: readonly string[];
  /** Texts that no node has. */
  readonly strings?: readonly string[];
}

/** The first node is the root. */
export function madeSnapshot(nodes: readonly MadeNode[], fields: MadeFields = {}): string {
  const nodeFields = fields.node ?? ['type', 'name', 'id', 'self_size', 'edge_count', 'detachedness'];
  const edgeFields = fields.edge ?? ['type', 'name_or_index', 'to_node'];
  const strings = ['<dummy>', ...(fields.strings ?? [])];
  const textOf = (text: string): number => (strings.includes(text) ? strings.indexOf(text) : strings.push(text) - 1);
  const edges = nodes.flatMap((node) => node.edges ?? []);
  const nodeRow = (node: MadeNode, at: number): Record<string, number> => ({
    type: NODE_TYPES.indexOf(node.type ?? 'object'),
    name: textOf(node.name),
    id: node.id ?? 2 * at + 1,
    self_size: node.size ?? 8,
    edge_count: node.edges?.length ?? 0,
  });
  const edgeRow = ({ type = 'property', name, to }: MadeEdge): Record<string, number> => ({
    type: EDGE_TYPES.indexOf(type),
    name_or_index: typeof name === 'number' ? name : textOf(name),
    to_node: to * nodeFields.length,
  });
  const rows = <T>(list: readonly T[], names: readonly string[], row: (one: T, at: number) => Record<string, number>): string =>
    list.map((one, at) => names.map((name) => row(one, at)[name] ?? 0).join(',')).join('\n,');
  const meta = {
    node_fields: nodeFields,
    node_types: nodeFields.map((field) => (field === 'type' ? NODE_TYPES : 'number')),
    edge_fields: edgeFields,
    edge_types: edgeFields.map((field) => (field === 'type' ? EDGE_TYPES : 'number')),
    location_fields: ['object_index', 'script_id', 'line', 'column'],
  };
  const head = { meta, node_count: nodes.length, edge_count: edges.length, trace_function_count: 0 };
  return [
    `{"snapshot":${JSON.stringify(head)}`,
    `"nodes":[${rows(nodes, nodeFields, nodeRow)}]`,
    `"edges":[${rows(edges, edgeFields, edgeRow)}]`,
    '"trace_function_infos":[]',
    '"trace_tree":[1,0,0,0,[2,"a]b",[]]]',
    '"samples":[]',
    `"locations":[${nodes.flatMap(({ type }, at) => (type === 'closure' ? [at * nodeFields.length, 7, at, 2] : [])).join(',')}]`,
    `"strings":[${strings.map((text) => JSON.stringify(text)).join(',\n')}]}`,
  ].join(',\n');
}
