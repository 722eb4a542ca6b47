/** The clients that say something of the run themselves. */
import type { RunReport } from '../model/report.ts';
import { AUTOCANNON_RESULT } from './autocannon-tables.ts';
import type { ClientPart, ClientResult } from './client-result.ts';

export const CLIENT_RESULTS: readonly ClientResult[] = [AUTOCANNON_RESULT];

export const clientParts = (run: RunReport): ClientPart[] => CLIENT_RESULTS.flatMap((result) => result.parts(run));
