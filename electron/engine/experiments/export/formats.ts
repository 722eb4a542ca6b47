import type { RequestParams } from '../../../../shared/protocol/contract.ts';

/** The formats that sessions are written in for other tools and for readers. */
export type TextFormat = RequestParams<'export.text'>['format'];

/** A text file that a session is written as. */
export interface Exported {
  readonly text: string;
  readonly extension: string;
}
