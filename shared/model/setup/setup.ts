/** What the user asks for. Its shape and its defaults follow from the table of settings; what it has to look like: setup-schema.ts. */
import type { LoadClient } from '../clients.ts';
import type { Load, LoadOf } from '../load-models.ts';
import type { DefaultsOf, Fields, FieldsOf, NameValue, Node, ValueOf } from './setting.ts';
import { SETTINGS } from './settings.ts';

export { keepsConnections, pipeliningOf, workersOf } from '../clients/client.ts';
export type { Load, LoadClient, LoadOf, NameValue };

export type Setup = FieldsOf<typeof SETTINGS>;
export type Target = Setup['target'];
export type TargetOf<K extends Target['kind']> = Extract<Target, { kind: K }>;
export type ScriptTarget = TargetOf<'script'>;
export type PlannedRequest = Setup['requests'][number];
/** What is asked of load processes of ours. */
export type LoadPlan = Pick<Setup, 'requests' | 'load'> & { readonly client: Extract<LoadClient, { workers: number }> };
export type Capture = Setup['capture'];

/** The defaults. The script has none. */
export const DEFAULT_SETUP = defaultsOf(SETTINGS) as DefaultsOf<typeof SETTINGS>;
export const DEFAULT_CAPTURE: Capture = DEFAULT_SETUP.capture;
export const MINIMUM_TARGET_NODE_MAJOR = 18;

export function defaultOf<N extends Node>(node: N): ValueOf<N>;
export function defaultOf(node: Node): unknown {
  switch (node.is) {
    case 'words':
    case 'pairs':
      return [];
    case 'list':
      return [defaultsOf(node.item)];
    case 'union':
      return { [node.tag]: node.default, ...defaultsOf(node.members[node.default]!) };
    default:
      return node.default;
  }
}

function defaultsOf<F extends Fields>(fields: F): FieldsOf<F> {
  return Object.fromEntries(Object.entries(fields).map(([name, node]) => [name, defaultOf(node)])) as FieldsOf<F>;
}
