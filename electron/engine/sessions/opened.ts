import type { Comparison } from './comparison.ts';
import type { OpenServices } from './open-services.ts';
import type { OpenSession } from './open-session.ts';

/** Any session as the engine works with it: its `kind` says which. */
export type Opened = OpenSession | Comparison | OpenServices;
