/** What requests waited for, as it was recorded, against what the program has written down. */
import { groupBy } from '../../shared/base/group-by.ts';
import { UNKNOWN_LINE, UNKNOWN_OWNER, WAIT_KINDS, type WaitKind } from '../../shared/model/waits.ts';
import type { RunRecording } from '../../shared/session/recording.ts';

/** Times are recorded in whole microseconds. */
export const ROUNDING_US = 2;

export interface ProgramLog {
  readonly requests: readonly { readonly port: number; readonly at: number }[];
  /** `name` stands in what is asked for; `number` is that of its request. `written`, `answered`: where it knows. */
  readonly calls: readonly ProgramCall[];
}

interface ProgramCall {
  readonly name: string;
  readonly number: number;
  readonly asked: number;
  readonly written?: number;
  readonly answered?: number;
}

export interface JudgedWait {
  readonly name: string;
  readonly kind: WaitKind;
  readonly isOwnerKnown: boolean;
  readonly isRight: boolean;
  /** Null: not known. */
  readonly lineUs: number | null;
  /** From when it was asked for until it was written, or, where the program does not know that, until the recorded beginning. */
  readonly trueLineUs: number;
  /** It begins after it was asked for, and ends before the program had its reply. */
  readonly isWithin: boolean;
}

/** The number that the program gave to a request: the first one on the same connection that it has worked on since that request came. */
function numberOf({ requests }: ProgramLog, port: number, start: number): number {
  return requests.findIndex((one) => one.port === port && one.at >= start - ROUNDING_US);
}

/**
 * Those that have one of the names in them. `unnamed`: of calls whose names do not stand in what is asked for, what that is called; then a call is right if its
 * request made one at that time which no other is.
 */
export function judgeWaits({ waits, served }: RunRecording, log: ProgramLog, unnamed: string | null = null): JudgedWait[] {
  const calls = new Map(log.calls.map((one) => [one.name, one]));
  const ofNumber = groupBy(log.calls, ({ number }) => number);
  const taken = new Set<string>();
  return Array.from({ length: waits.rows }, (_, i) => waits.row(i)).flatMap((row): JudgedWait[] => {
    const of = row.request === UNKNOWN_OWNER ? -1 : served.rowOf(row.pid, row.request);
    const found = of < 0 ? -1 : numberOf(log, served.get('port', of), served.get('start', of));
    const isWithin = ({ asked, answered }: ProgramCall): boolean =>
      row.start >= asked - ROUNDING_US && (answered === undefined || row.end <= answered + ROUNDING_US);
    const base = { kind: WAIT_KINDS[row.kind]!, isOwnerKnown: of >= 0, lineUs: row.line === UNKNOWN_LINE ? null : row.line };
    if (waits.names[row.name] === unnamed) {
      const call = ofNumber.get(found)?.find((one) => isWithin(one) && !taken.has(one.name));
      if (call === undefined) return [{ ...base, name: '', isRight: false, trueLineUs: 0, isWithin: of < 0 }];
      taken.add(call.name);
      return [{ ...base, name: call.name, isRight: true, trueLineUs: row.start - call.asked, isWithin: true }];
    }
    const [name = ''] = /\br\d+\w+/i.exec(`${waits.names[row.name]} ${waits.names[row.to]}`) ?? [];
    const call = calls.get(name.toLowerCase());
    if (call === undefined) return [];
    const trueLineUs = (call.written ?? row.start) - call.asked;
    return [{ ...base, name: call.name, isRight: found === call.number, trueLineUs, isWithin: isWithin(call) }];
  });
}
