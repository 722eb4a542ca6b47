/** Differences are formatted in `shared/`, for the screen and for reports. */
export { formatDifference as percentText, formatDifferenceFigures as percentFigures } from '../../shared/format/figures.ts';
