/** A result of another load tool that was joined to a recording of the server's side. */
import type { LOAD_FORMATS } from '../../foreign/importer.ts';
import type { LoadResult, Placement } from '../../model/load/load-result.ts';
import type { Said } from '../../words/said.ts';

export interface JoinedLoad {
  /** The file it was read from. */
  readonly file: string;
  readonly format: (typeof LOAD_FORMATS)[number];
  readonly result: LoadResult;
  /** What has to be known to read its figures. */
  readonly remarks: readonly Said[];
  readonly placed: Placement;
}
