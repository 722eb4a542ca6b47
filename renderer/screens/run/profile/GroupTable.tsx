import { useMemo, useState } from 'react';
import { partsToTell, placeOf, shortPlace } from '../../../../shared/format/place.ts';
import { formatWeightNumber, weightUnit } from '../../../../shared/format/weights.ts';
import type { Grouping } from '../../../../shared/model/profile/groupings.ts';
import type { GroupRow } from '../../../../shared/model/report.ts';
import type { RequestAnswers } from '../../../../shared/protocol/contract.ts';
import { KindSwatch } from '../../../flame/KindSwatch.tsx';
import { formatNumber } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/i18n.tsx';
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
  readonly data: RequestAnswers['profile.groups'];
  readonly filter: string;
  readonly onGroup: (row: GroupRow) => void;
}) {
  const { by, data, filter, onGroup } = props;
  const text = useText('run.functions');
  const column = useText('run.functionColumn');
  const kind = useText('run.kind');
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
    const weight = (id: 'total' | 'self'): Column<GroupRow> => ({
      id,
      term: id === 'total' ? 'total-time' : 'self-time',
      header: column(id, { unit: weightUnit(unit) }),
      numeric: true,
      width: '5.5rem',
      sortValue: (row) => row[id],
      cell: (row) => formatWeightNumber(row[id], unit),
    });
    const share = (id: 'totalPercent' | 'selfPercent'): Column<GroupRow> => ({
      id,
      header: column(id),
      numeric: true,
      width: '7.5rem',
      sortValue: (row) => row[id],
      text: (row) => formatNumber(row[id], 1),
      cell: (row) => <Share percent={row[id]} samples={n} />,
    });
    return [
      weight('total'),
      share('totalPercent'),
      weight('self'),
      share('selfPercent'),
      {
        id: 'name',
        header: text(`by.${by}`),
        rowHeader: true,
        sortValue: nameOf,
        text: nameOf,
        cell: (row) => (
          <>
            <KindSwatch kind={row.kind} /> <span title={titleOf(row)}>{nameOf(row)}</span>
          </>
        ),
      },
      {
        id: 'kind',
        header: text('kind'),
        width: '7rem',
        sortValue: (row) => row.kind,
        text: (row) => kind(row.kind),
        cell: (row) => <span className="muted">{kind(row.kind)}</span>,
      },
    ];
  }, [by, partsOf, text, column, kind, unit, isSampled, samples]);
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
