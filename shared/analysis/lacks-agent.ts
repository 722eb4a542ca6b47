import type { RunReport } from '../model/report.ts';

/** Whether the server ran without our agent. Only a script that became a server did: another may never have run at all. */
export function lacksAgent({ agent, script, node }: RunReport['target']): boolean {
  return !agent && script !== '' && node !== '';
}
