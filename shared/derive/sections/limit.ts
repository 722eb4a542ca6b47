/** The highest rate that holds, as far as the levels that are over tell it, and what gave way above it. */
import { judgeLimitLevel } from '../../analysis/limit/judge.ts';
import { concludeLimit } from '../../analysis/limit/search.ts';
import { findGaveWay, findRequest } from '../../analysis/limit/what-gave-way.ts';
import { partsOfLoad } from '../../model/load-models.ts';
import { RunPart, type Section } from './section.ts';
import { SERVER } from './server.ts';
import { WAITS } from './waits.ts';

export const LIMIT: Section<'limit', 'limit'> = {
  id: 'limit',
  entries: [...new Set(['header', 'limit-level', 'end', ...SERVER.entries, ...WAITS.entries] as const)],
  derive({ recording, isWhole, parts: { levels: figures } }) {
    const { header, limit, ending } = recording;
    const parts = header === null ? null : partsOfLoad(header.setup.load);
    const search = parts?.are === 'levels' ? (parts.search ?? null) : null;
    if (search === null || !isWhole) return {};
    // A file that somebody has written may have others.
    const asked = (limit ?? []).filter(({ counts }) => counts.length === search.question.bounds.length);
    const levels = asked.map((level) => judgeLimitLevel(search.question, level));
    const soFar = concludeLimit(levels, recording.generator?.limited);
    // Of the last time that it broke, as a server may not be warm at first.
    const at = levels.map(({ rate, held }) => rate === soFar.broke?.rate && held === 'not held').lastIndexOf(true);
    const broke = levels[at];
    const known = { ...search, levels, soFar, verdict: ending === null ? null : soFar };
    if (broke === undefined || ending === null) return { limit: { ...known, gaveWay: null, request: null } };
    const window = { fromMs: broke.from * 1e3, toMs: (broke.from + broke.holdS + broke.drainS) * 1e3 };
    const then = new RunPart(recording, { window });
    const { server, machine } = then.figures(SERVER);
    const { waits = null, waitsByPeer = [] } = then.figures(WAITS);
    if (soFar.because?.by === 'generator') return { limit: { ...known, gaveWay: null, request: null } };
    const gaveWay = findGaveWay({ question: search.question, broke, server, machine, waits, waitsByPeer, figures: figures[at] });
    return { limit: { ...known, gaveWay, request: findRequest(search.question, broke, figures[at]) } };
  },
};
