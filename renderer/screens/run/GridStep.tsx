import { passSessionId } from '../../../shared/protocol/pass-id.ts';
import { useCommands } from '../../commands/commands.ts';
import { useText } from '../../i18n/i18n.tsx';
import { useComparison } from '../../state/comparisons.ts';
import { hashOf, navigate } from '../../state/route.ts';

/** The way from a run back to the table that it belongs to, and of a grid to the cells before and after it that have a run. */
export function GridStep({ sessionId, run }: { sessionId: string; run: number }) {
  const text = useText('grid');
  const head = useText('run.head');
  const cells = useComparison(sessionId).data?.cells ?? [];
  const open = cells.filter(({ figures }) => figures !== null).map(({ run: one }) => one);
  const before = open.filter((one) => one < run).pop();
  const after = open.find((one) => one > run);
  const addressOf = (one: number) => ({ screen: 'run', sessionId: passSessionId(sessionId, one - 1) }) as const;
  const go = (one: number | undefined) => (one === undefined ? null : () => navigate(addressOf(one)));
  useCommands({ previousCell: go(before), nextCell: go(after) });
  const back = hashOf({ screen: 'compare', sessionId });
  if (cells.length === 0) return <a href={back}>{head('ofComparison')}</a>;
  return (
    <>
      <a href={back}>{text('back', { run, cells: cells.length })}</a>
      {before !== undefined && (
        <>
          {' '}
          <a href={hashOf(addressOf(before))}>{text('before')}</a>
        </>
      )}
      {after !== undefined && (
        <>
          {' '}
          <a href={hashOf(addressOf(after))}>{text('after')}</a>
        </>
      )}
    </>
  );
}
