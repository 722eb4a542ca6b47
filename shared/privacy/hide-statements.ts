/** Statements of databases, as a session has them that is to hold none: a number for each, so that they stay apart. What says only what is done, as a command of Redis or `commit`, stays. */
import type { WaitKind } from '../model/waits.ts';

/** A single word names no table; the others are what commands of the protocols are called that have no text. */
const NO_STATEMENT = /^(?:\w*|CHANGE USER|RESET CONNECTION|function call|\(others\))$/;

/** Of a row of what was waited for. */
export function isStatement(kind: WaitKind, to: string, name: string): boolean {
  return kind === 'query' && !to.startsWith('redis') && !NO_STATEMENT.test(name);
}

/** The same statement has the same number. */
export class StatementHider {
  private readonly labels = new Map<string, string>();

  hide(statement: string): string {
    const label = this.labels.get(statement) ?? `(statement ${this.labels.size + 1})`;
    this.labels.set(statement, label);
    return label;
  }
}
