/** The handler of each request of the contract, topic by topic. A request without a handler does not compile. */
import { clockUs } from '../machine/clock.ts';
import { createAppHandlers } from './handlers/app.ts';
import { createComparisonHandlers } from './handlers/comparisons.ts';
import { createExportHandlers } from './handlers/exports.ts';
import { groupHandlers } from './handlers/groups.ts';
import type { HandlerContext, Handlers } from './handlers/handler-types.ts';
import { planHandlers } from './handlers/plans.ts';
import { createProbeHandlers } from './handlers/probes.ts';
import { createRunHandlers } from './handlers/runs.ts';
import { createServicesHandlers } from './handlers/services.ts';
import { createSessionHandlers } from './handlers/sessions.ts';
import { createSetupHandlers } from './handlers/setup.ts';
import { createSourceHandlers } from './handlers/sources.ts';
import { createReaders } from './reading/readers.ts';

export function createHandlers(context: HandlerContext): Handlers {
  return {
    ...createAppHandlers(context),
    ...createSetupHandlers(context),
    ...groupHandlers,
    ...planHandlers,
    ...createRunHandlers(context),
    ...createSessionHandlers(context),
    ...createReaders({ sessions: context.sessions, nowUs: clockUs }),
    ...createExportHandlers(context),
    ...createSourceHandlers(context),
    ...createComparisonHandlers(context),
    ...createProbeHandlers(context),
    ...createServicesHandlers(context),
  };
}
