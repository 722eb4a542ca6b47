/** What the user asks for: a target, a load plan, a capture. What it has to look like: setup-schema.ts. */
import type * as z from './schema.ts';
import type { captureSchema, closedLoadSchema, nameValueSchema, setupSchema, targetSchema } from './setup-schema.ts';

export type NameValue = z.infer<typeof nameValueSchema>;
export type TargetSpec = z.infer<typeof targetSchema>;
export type ClosedLoad = z.infer<typeof closedLoadSchema>;
export type Capture = z.infer<typeof captureSchema>;
export type Setup = z.infer<typeof setupSchema>;

export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export const DEFAULT_LOAD: ClosedLoad = {
  model: 'closed',
  url: '/',
  connections: 10,
  end: { by: 'duration', seconds: 10 },
  warmupS: 0,
  timeoutS: 10,
  method: 'GET',
  headers: [],
  body: '',
  keepAlive: true,
  allowHost: null,
};
export const DEFAULT_CAPTURE: Capture = { kind: 'cpu', intervalUs: 1_000 };
export const DEFAULT_PORT_TIMEOUT_S = 30;
export const MINIMUM_TARGET_NODE_MAJOR = 18;
