import { useMemo, useState } from 'react';
import { partsToTell, placeOf, shortPlace } from '../../../../shared/format/place.ts';
import type { Grouping } from '../../../../shared/model/profile/groupings.ts';
import type { GroupRow } from '../../../../shared/model/report.ts';
import type { RequestReplies } from '../../../../shared/protocol/contract.ts';
import { groupColumns } from '../../../../shared/report/tables/functions.ts';
import { KindSwatch } from '../../../flame/KindSwatch.tsx';
import { useText } from '../../../i18n/i18n.tsx';
import { type OnScreen, rowColumns } from '../../../ui/table/row-columns.tsx';
import { type Column, Table } from '../../../ui/table/Table.tsx';
import type { Sort } from '../../../ui/table/table-sort.ts';
import tabs from '../tabs.module.css';
import { Share } from './Share.tsx';

/** As they come. */
const FIRST_SORT: Readonly<Record<Grouping, Sort>> = {
  file: { column: 'self', descending: true },
  package: { column: 'total', descending: true },
};

/** Time by file or by package. `onGroup`: it was activated. */
export function GroupTable(props: {
  readonly by: Grouping;
  readonly data: RequestReplies['profile.groups'];
  readonly filter: string;
  readonly onGroup: (row: GroupRow) => void;
}) {
  const { by, data, filter, onGroup } = props;
  const text = useText('run.functions');
  const [chosen, setChosen] = useState<string | null>(null);
  const { unit, isSampled, samples } = data;
  const rows = useMemo(() => {
    const searched = filter.trim().toLowerCase();
    return data.rows.filter(({ name }) => name.toLowerCase().includes(searched));
  }, [data, filter]);
  const partsOf = useMemo(() => partsToTell(by === 'file' ? data.rows.map(({ name }) => name) : []), [by, data]);
  const columns = useMemo<readonly Column<GroupRow>[]>(() => {
    const n = isSampled ? samples : null;
    const nameOf = ({ name }: GroupRow): string => {
      if (name === '') return text(by === 'file' ? 'noFile' : 'node');
      return by === 'file' ? shortPlace(name, 0, { parts: Math.max(2, partsOf(name)) }) : name;
    };
    const titleOf = ({ name }: GroupRow) => (by === 'file' && name !== '' ? placeOf(name, 0) : undefined);
    const share = (id: 'totalPercent' | 'selfPercent'): OnScreen<GroupRow> => ({
      width: '7.5rem',
      draw: (row) => <Share percent={row[id]} samples={n} />,
    });
    const { name, total, totalPercent, self, selfPercent, kind } = groupColumns({ by, unit, nameOf });
    return rowColumns([name, total, totalPercent, self, selfPercent, kind], {
      total: { width: '5.5rem' },
      totalPercent: share('totalPercent'),
      self: { width: '5.5rem' },
      selfPercent: share('selfPercent'),
      name: {
        draw: (row) => (
          <>
            <KindSwatch kind={row.kind} /> <span title={titleOf(row)}>{nameOf(row)}</span>
          </>
        ),
      },
      kind: { width: '7rem', draw: (_, drawn) => <span className="muted">{drawn}</span> },
    });
  }, [by, partsOf, text, unit, isSampled, samples]);
  return (
    <Table
      label={text(`labelOf.${by}`)}
      columns={columns}
      rows={rows}
      rowKey={({ name }) => name}
      key={by}
      sort={FIRST_SORT[by]}
      selected={chosen}
      onSelect={({ name }) => setChosen(name)}
      onActivate={onGroup}
      className={tabs.filling}
      height="100%"
      empty={<p className="muted">{text(`noneOf.${by}`)}</p>}
    />
  );
}
