/** The report of a run: the figures of it that there are, computed in this one place for the command line, the interface and the file. */
import type { RunReport } from '../../model/report.ts';
import { readLoadCommand } from '../load-command-result.ts';
import { computeWarnings } from '../warnings.ts';
import { CAPTURED, TIMINGS } from './captured.ts';
import { CLIENT, tellUnknownEnd } from './client.ts';
import { HEAP } from './heap.ts';
import { LEAK } from './leak.ts';
import { LIMIT } from './limit.ts';
import { LOAD } from './load.ts';
import { MEMORY } from './memory.ts';
import { PARTS_OF_LOAD, PERIODS } from './parts.ts';
import { PEERS } from './peers.ts';
import { PROFILE, ROUTES } from './profile.ts';
import { RESPONSES } from './responses.ts';
import type { RunPart, Section } from './section.ts';
import { SERVER } from './server.ts';
import { SETUP } from './setup.ts';
import { WAITS } from './waits.ts';

/** In the order of the JSON document. */
const OF_FIGURES = [
  SETUP,
  LEAK,
  LOAD,
  SERVER,
  PROFILE,
  CAPTURED,
  PARTS_OF_LOAD,
  LIMIT,
  ROUTES,
  WAITS,
  PEERS,
  MEMORY,
  HEAP,
  TIMINGS,
  PERIODS,
  RESPONSES,
  CLIENT,
] as const;

/** They follow from all other figures. */
const WARNINGS: Section<'warnings', 'warnings'> = {
  id: 'warnings',
  entries: [...new Set(['warning' as const, ...OF_FIGURES.flatMap(({ entries }) => [...entries])])],
  derive(part) {
    const { recording, isWhole } = part;
    const { header, warnings } = recording;
    if (header === null) return { warnings: [...warnings] };
    const run = deriveSections(part, OF_FIGURES);
    const { notes } = run.byCommand === undefined ? { notes: [] } : readLoadCommand(recording);
    return { warnings: [...warnings, ...notes, ...(isWhole ? tellUnknownEnd(recording) : []), ...computeWarnings(run)] };
  },
};

export const SECTIONS = [...OF_FIGURES, WARNINGS] as const;

type AnySection = (typeof SECTIONS)[number];
export type SectionId = AnySection['id'];
/** All figures of all of these. */
type FiguresOf<S extends AnySection> = Pick<RunReport, S extends Section<string, infer Key> ? Key : never>;

/** The figures of these sections alone. */
export function deriveSections<S extends AnySection>(part: RunPart, sections: readonly S[]): FiguresOf<S> {
  return Object.assign({}, ...sections.map((section) => part.figures<never>(section)));
}

export function deriveReport(part: RunPart): RunReport {
  return deriveSections(part, SECTIONS);
}
