/** What answers each request of the contract, topic by topic. A request without a handler does not compile. */
import { createAppHandlers } from './handlers/app.ts';
import { createComparisonHandlers } from './handlers/comparisons.ts';
import { groupHandlers } from './handlers/groups.ts';
import type { HandlerContext, Handlers } from './handlers/handler-types.ts';
import { planHandlers } from './handlers/plans.ts';
import { createProbeHandlers } from './handlers/probes.ts';
import { createProfileHandlers } from './handlers/profiles.ts';
import { createRunHandlers } from './handlers/runs.ts';
import { createServicesHandlers } from './handlers/services.ts';
import { createSessionDataHandlers } from './handlers/session-data.ts';
import { createSessionHandlers } from './handlers/sessions.ts';
import { createSetupHandlers } from './handlers/setup.ts';
import { createTickHandlers } from './handlers/ticks.ts';

export function createHandlers(context: HandlerContext): Handlers {
  return {
    ...createAppHandlers(context),
    ...createSetupHandlers(context),
    ...groupHandlers,
    ...planHandlers,
    ...createRunHandlers(context),
    ...createSessionHandlers(context),
    ...createSessionDataHandlers(context),
    ...createProfileHandlers(context),
    ...createTickHandlers(context),
    ...createComparisonHandlers(context),
    ...createProbeHandlers(context),
    ...createServicesHandlers(context),
  };
}
