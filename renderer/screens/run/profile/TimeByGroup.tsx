import { useRef } from 'react';
import { fileName } from '../../../../shared/format/place.ts';
import { GROUPINGS, type Grouping } from '../../../../shared/model/profile/groupings.ts';
import { useSearch } from '../../../commands/search.ts';
import { FoldChips } from '../../../flame/FoldChips.tsx';
import { formatNumber } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useEngineRequest } from '../../../state/engine-request.ts';
import { useView } from '../../../state/view.ts';
import { Segmented } from '../../../ui/Choice.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { HelpLink } from '../../../ui/HelpLink.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Progress.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { Toolbar, UnderBar } from '../../../ui/Toolbar.tsx';
import tabs from '../tabs.module.css';
import { NoneOfThese, NoSamples, type ProfileTabProps } from './FlameTab.tsx';
import { GroupTable } from './GroupTable.tsx';
import { BaseLine, KindLegend, SelectionChoices } from './ProfileControls.tsx';
import { ShareNote } from './Share.tsx';

/** What the table of time has a row for. */
export function TimeByChoice() {
  const text = useText('run.functions');
  const [by, setBy] = useView('timeBy');
  return (
    <Segmented
      label={text('rows')}
      value={by}
      onChange={setBy}
      options={(['function', ...GROUPINGS] as const).map((value) => ({ value, label: text(`by.${value}`) }))}
    />
  );
}

/** Time by file or by package. */
export function TimeByGroup({ by, setup, processes, threads, view, live, routes }: ProfileTabProps & { readonly by: Grouping }) {
  const text = useText('run');
  const { data, failure } = useEngineRequest('profile.groups', { ...view.query, by }, { version: view.version });
  const [filter, setFilter] = useView('filter');
  const [, setBy] = useView('timeBy');
  const search = useRef<HTMLInputElement>(null);
  useSearch(() => search.current?.focus());
  if (failure !== null && data === undefined) return <ErrorNotice failure={failure} />;
  if (data === undefined) return <Spinner label={text('loading')} />;
  if (data.samples === 0 && view.query.selection.requests) return <NoneOfThese view={view} />;
  if (data.samples === 0) return <NoSamples setup={setup} view={view} live={live} />;
  const shown = data.rows.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase())).length;
  return (
    <div className={tabs.fill}>
      {failure !== null && <ErrorNotice failure={failure} />}
      <Toolbar
        end={
          <>
            <TimeByChoice />
            <SelectionChoices view={view} processes={processes} threads={threads} routes={routes} unit={data.unit} />
          </>
        }
      >
        <SearchInput
          inputRef={search}
          label={text('functions.filter')}
          placeholder={text('functions.filterShort')}
          value={filter}
          onChange={setFilter}
          found={text('functions.groupsShown', { by, shown: formatNumber(shown), count: data.rows.length })}
        />
      </Toolbar>
      <UnderBar>
        <KindLegend view={view} />
        <BaseLine view={view} of={data} />
      </UnderBar>
      <FoldChips folds={view.folds} />
      <GroupTable
        by={by}
        data={data}
        filter={filter}
        onGroup={({ name }) => {
          if (name === '') return;
          setFilter(by === 'file' ? fileName(name) : name);
          setBy('function');
        }}
      />
      <ShareNote {...data} />
      <Disclosure summary={text('chart.help')}>
        <p className={tabs.help}>
          {text('functions.groupHelp', { unit: data.unit })} {data.isSampled && text('functions.intervalHelp')}{' '}
          <HelpLink page="FLAME-GRAPH" />
        </p>
      </Disclosure>
    </div>
  );
}
