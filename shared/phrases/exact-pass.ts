/** What exact frames are of, and how different that pass was, in the same words for window, terminal and reports. */
import { formatNumber } from '../format/figures.ts';
import type { ExactPass } from '../model/profile/exact-pass.ts';
import { text } from '../words/words.ts';

export function exactText(pass: ExactPass): string {
  return `${text('run.exact.of')} ${compareSpeed(pass)}`;
}

function compareSpeed({ comparedMs, inlined, exact }: ExactPass): string {
  const seconds = comparedMs / 1_000;
  const throughput = changeOf(inlined.perSecond, exact.perSecond);
  const cpu = changeOf(inlined.cpuUsPerRequest, exact.cpuUsPerRequest);
  if (throughput !== null && cpu !== null) return text('run.exact.both', { seconds, throughput, cpu });
  if (throughput !== null) return text('run.exact.throughput', { seconds, throughput });
  return cpu === null ? text('run.exact.neither') : text('run.exact.cpu', { seconds, cpu });
}

/** "31 % lower"; null: one of them is not known. */
function changeOf(from: number | null, to: number | null): string | null {
  if (from === null || to === null || from === 0) return null;
  const percent = Math.round((to / from - 1) * 100);
  const way = percent === 0 ? 'same' : percent < 0 ? 'lower' : 'higher';
  return text('run.exact.change', { way, percent: formatNumber(Math.abs(percent), 0) });
}
