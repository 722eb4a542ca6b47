import type { PlanRequest } from '../../../shared/model/load/plan.ts';
import { useText } from '../../i18n/i18n.tsx';

/** What of a request is behind its disclosure, in a line; empty: nothing. */
export function useRequestNote({ headers, body, expect, thinkS, captures }: PlanRequest): string {
  const words = useText('requestPlan.has');
  const [least, most] = thinkS;
  const checks = expect.contains.length + expect.matches.length + expect.json.length;
  return [
    headers.length > 0 && words('headers', { count: headers.length }),
    body.kind !== 'none' && words('body', { kind: body.kind }),
    expect.status.length > 0 && words('status', { list: expect.status.join(', ') }),
    checks > 0 && words('checks', { count: checks }),
    expect.maxMs !== null && words('maxMs', { ms: expect.maxMs }),
    most > 0 && (least === most ? words('think', { seconds: least }) : words('thinkBetween', { least, most })),
    captures.length > 0 && words('captures', { list: captures.map(({ name }) => name).join(', ') }),
  ]
    .filter((part) => part !== false)
    .join(' · ');
}
