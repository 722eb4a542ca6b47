/** What a client itself says of the run, as its users know it. */
import type { ClientKind } from '../model/clients.ts';
import type { RunReport } from '../model/report.ts';
import type { ReportTable } from './table.ts';

export interface ClientPart {
  readonly title: string;
  readonly tables: readonly ReportTable[];
  readonly lines: readonly string[];
  /** How its figures differ from ours. */
  readonly note: string;
}

export interface ClientResult {
  readonly client: ClientKind;
  /** Where the JSON document has it. */
  readonly key: string;
  /** One for each load process; empty: it has said nothing. */
  parts(run: RunReport): readonly ClientPart[];
  title(): string;
  /** Why there is none where it was the client. */
  none(why: 'not yet' | 'at the end' | 'window'): string;
  /** The same in a terminal, which names its flags. */
  noneInTerminal(why: 'other client' | 'at the end' | 'window'): string;
}
