/** Checks and records what the agent reports about waits that are over. It comes from the user's program. */
import { MOST_NUMBERED } from '../../../shared/model/served.ts';
import { MOST_WAIT_CHARACTERS, MOST_WAIT_NAMES, UNKNOWN_LINE, UNKNOWN_OWNER, WAIT_KINDS } from '../../../shared/model/waits.ts';
import { isStatement, StatementHider } from '../../../shared/privacy/hide-statements.ts';
import type { WaitReport } from '../agent/waits/wait-reader.ts';
import type { CaptureStore } from './capture-port.ts';
import { isWhole, nameOfReport } from './reported.ts';

export class WaitRecorder {
  /** Of each process, by their number there. */
  private readonly names = new Map<number, string[]>();
  private readonly hider = new StatementHider();

  constructor(
    private readonly store: CaptureStore,
    private readonly keepsStatements: boolean,
  ) {}

  /** False: not a valid report of the agent. */
  record(pid: number, { names: added, columns, lost }: WaitReport): boolean {
    const names = this.names.get(pid) ?? [];
    this.names.set(pid, names);
    if (names.length + added.length > MOST_WAIT_NAMES) return false;
    names.push(...added.map((name) => nameOfReport(name, MOST_WAIT_CHARACTERS)));
    const { start, end, line, request, kind, to, name, status, limit } = columns;
    const count = start.length;
    if ([end, line, request, kind, to, name, status, limit].some(({ length }) => length !== count)) return false;
    for (let row = 0; row < count; row++) {
      const isPossible =
        isWhole(start[row]!, 0, Number.MAX_SAFE_INTEGER) &&
        isWhole(end[row]!, start[row]!, Number.MAX_SAFE_INTEGER) &&
        isWhole(line[row]!, 0, UNKNOWN_LINE) &&
        (isWhole(request[row]!, 0, MOST_NUMBERED) || request[row] === UNKNOWN_OWNER) &&
        isWhole(kind[row]!, 0, WAIT_KINDS.length - 1) &&
        isWhole(to[row]!, 0, names.length - 1) &&
        isWhole(name[row]!, 0, names.length - 1) &&
        isWhole(status[row]!, 0, 0xffff) &&
        isWhole(limit[row]!, 0, 0xffff);
      if (!isPossible) return false;
    }
    const used = [...new Set([...to, ...name])];
    const places = new Map(used.map((number, place) => [number, place]));
    const placed = (numbers: readonly number[]) => numbers.map((number) => places.get(number)!);
    const rows = {
      start,
      end,
      line,
      request,
      kind,
      status,
      limit,
      to: placed(to),
      name: placed(name),
      pid: Array<number>(count).fill(pid),
    };
    const statements = this.keepsStatements ? null : statementsIn(names, columns);
    const recorded = used.map((number) => (statements?.has(number) ? this.hider.hide(names[number]!) : names[number]!));
    this.store.record({ type: 'waits', names: recorded, rows, lost });
    return true;
  }
}

function statementsIn(names: readonly string[], { kind, to, name }: WaitReport['columns']): Set<number> {
  return new Set(name.filter((number, row) => isStatement(WAIT_KINDS[kind[row]!]!, names[to[row]!]!, names[number]!)));
}
