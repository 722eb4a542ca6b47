import type { RequestFilter } from '../../shared/load/request-selection.ts';

export const ALL_REQUESTS: RequestFilter = { outcome: 'all', slowerThanMs: null, fasterThanMs: null, request: null, phase: null };
