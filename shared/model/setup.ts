/** What the user asks for. Its shape and its defaults follow from the table of settings; what it has to look like: setup-schema.ts. */
import type { DefaultsOf, Fields, FieldsOf, NameValue, Node, ValueOf } from './setting.ts';
import { SETTINGS } from './settings.ts';

export type { NameValue };

export type Setup = FieldsOf<typeof SETTINGS>;
export type Target = Setup['target'];
export type TargetOf<K extends Target['kind']> = Extract<Target, { kind: K }>;
export type ScriptTarget = TargetOf<'script'>;
export type PlannedRequest = Setup['requests'][number];
export type Load = Setup['load'];
export type LoadOf<M extends Load['model']> = Extract<Load, { model: M }>;
export type LoadClient = Setup['client'];
/** A client whose requests are made by load processes of ours. */
export type ClientOfOurs = Exclude<LoadClient, { kind: 'k6' }>;
/** What is asked of the load processes. */
export type LoadPlan = Pick<Setup, 'requests' | 'load'> & { readonly client: ClientOfOurs };
export type Capture = Setup['capture'];

/** The defaults. The script has none. */
export const DEFAULT_SETUP = defaultsOf(SETTINGS) as DefaultsOf<typeof SETTINGS>;
export const DEFAULT_CAPTURE: Capture = DEFAULT_SETUP.capture;
export const MINIMUM_TARGET_NODE_MAJOR = 18;

/** Whether a connection is used for more than one request. */
export function keepsConnections(client: LoadClient): boolean {
  return !('keepAlive' in client) || client.keepAlive;
}

/** Requests in flight on each connection. */
export function pipeliningOf(client: LoadClient): number {
  return 'pipelining' in client ? client.pipelining : 1;
}

/** Processes of ours that make the requests; 1 as well where a program makes them that is none of ours. */
export function workersOf(client: LoadClient): number {
  return 'workers' in client ? client.workers : 1;
}

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
