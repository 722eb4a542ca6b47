/** Differences are written in a report as on the screen: `shared/` does it. */
export { formatDifference as percentText, formatDifferenceFigures as percentFigures } from '../../shared/format/figures.ts';
