import { formatElapsed } from '../../shared/format/figures.ts';
import type { ProbeReport } from '../../shared/model/probe.ts';
import { answerOf } from '../../shared/phrases/probe.ts';
import { probeTables } from '../../shared/report/tables/probe.ts';
import { useText } from '../i18n/i18n.tsx';
import { hashOf } from '../state/route.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { FigureTable } from '../ui/table/FigureTable.tsx';
import { ProbeFigures } from './ProbeFigures.tsx';
import css from './probe.module.css';

export function ProbeResult({ report }: { report: ProbeReport }) {
  const text = useText('probe.screen');
  const { url, seconds } = report;
  const [headline, ...rest] = answerOf(report);
  return (
    <>
      <p className={css.headline}>{headline}</p>
      {rest.map((sentence) => (
        <p key={sentence} className={css.rest}>
          {sentence}
        </p>
      ))}
      <p className="muted">
        {text('of', { url, seconds: formatElapsed(seconds * 1e3) })} <a href={hashOf({ screen: 'help', page: 'PROBE' })}>{text('help')}</a>
      </p>
      <ProbeFigures {...report} />
      <Disclosure summary={text('figures')}>
        {probeTables(report).map(({ id, table }) => (
          <FigureTable key={id} table={table} />
        ))}
      </Disclosure>
    </>
  );
}
