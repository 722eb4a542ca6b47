import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { RecentSession } from '../../shared/model/recent-session.ts';
import { recentFacts } from '../../shared/phrases/recent.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { useListsVersion } from '../state/sessions.ts';
import { openPath, showDialog, useShell } from '../state/shell.ts';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { TextInput } from '../ui/Input.tsx';
import { Kbd } from '../ui/Toolbar.tsx';
import { type Offer, offeredNow } from './commands.ts';
import { type Found, findOffers } from './find-offers.ts';
import { useKeyNames } from './key-names.ts';
import css from './Palette.module.css';

interface Section {
  readonly title: string;
  readonly found: readonly Found<Listed>[];
}

interface Listed extends Offer {
  /** Behind its name, in secondary text. */
  readonly aside?: string;
}

/** So many sessions are listed before anything is typed, and so many of those that match. */
const MOST_SESSIONS = { unasked: 5, asked: 20 };

/** Everything that can be done now, and the sessions, by a few letters of their names. */
export function Palette() {
  const { dialog } = useShell();
  const isOpen = dialog === 'palette';
  const text = useText('common.palette');
  const chosen = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (isOpen || chosen.current === null) return;
    const act = chosen.current;
    chosen.current = null;
    // After the dialog has given the focus back.
    setTimeout(act);
  }, [isOpen]);
  return (
    <Dialog open={isOpen} onOpenChange={(next) => !next && showDialog(null)} title={text('title')} wide>
      <Choices
        onChoose={(act) => {
          chosen.current = act;
          showDialog(null);
        }}
      />
    </Dialog>
  );
}

function Choices({ onChoose }: { onChoose: (act: () => void) => void }) {
  const text = useText('common.palette');
  const id = useId();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const sections = useSections(query);
  const all = sections.flatMap(({ found }) => found);
  const active = Math.min(at, all.length - 1);
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the one that is chosen now
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, query]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && all.length > 0) setAt((active + step + all.length) % all.length);
    else if (event.key === 'Enter' && all[active] !== undefined) onChoose(all[active].of.act);
    else return;
    event.preventDefault();
  };
  let nth = -1;
  return (
    <>
      <TextInput
        type="search"
        className={css.field}
        role="combobox"
        aria-label={text('label')}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        placeholder={text('label')}
        value={query}
        onChange={(next) => {
          setQuery(next);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        data-autofocus=""
      />
      <div ref={list} className={css.list} role="listbox" id={id} aria-label={text('title')}>
        {sections.map(({ title, found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options
          <div key={title} role="group" aria-label={title}>
            <p className={css.title} aria-hidden="true">
              {title}
            </p>
            {found.map((one) => {
              nth += 1;
              const place = nth;
              return (
                <Choice
                  key={one.of.id}
                  id={`${id}-${place}`}
                  found={one}
                  isActive={place === active}
                  onPoint={() => setAt(place)}
                  onChoose={() => onChoose(one.of.act)}
                />
              );
            })}
          </div>
        ))}
      </div>
      <p className={cx('muted', all.length > 0 && 'visually-hidden')} role="status">
        {all.length === 0 ? text('none') : text('count', { count: all.length })}
      </p>
    </>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly found: Found<Listed>;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Choice({ id, found: { of, parts }, isActive, onPoint, onChoose }: ChoiceProps) {
  const keys = useKeyNames()(of.key);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, and names the active one
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field
    <div id={id} role="option" aria-selected={isActive} className={css.choice} onPointerMove={onPoint} onClick={onChoose}>
      <span className={css.name}>
        {parts.map(({ text, isMatch, from }) => (isMatch ? <mark key={from}>{text}</mark> : text))}
        {of.aside !== undefined && <span className={css.aside}>{of.aside}</span>}
      </span>
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </div>
  );
}

function useSections(query: string): readonly Section[] {
  const text = useText('common.palette');
  const [offers] = useState(offeredNow);
  const { data: recent } = useEngineRequest('sessions.recent', {}, { version: useListsVersion() });
  const most = query.trim() === '' ? MOST_SESSIONS.unasked : MOST_SESSIONS.asked;
  const find = (all: readonly Listed[]) => findOffers(all, query);
  const sections: readonly Section[] = [
    { title: text('here'), found: find(offers.filter(({ scope }) => scope !== 'everywhere')) },
    { title: text('everywhere'), found: find(offers.filter(({ scope }) => scope === 'everywhere')) },
    { title: text('sessions'), found: find((recent ?? []).flatMap(offerOf)).slice(0, most) },
  ];
  return sections.filter(({ found }) => found.length > 0);
}

function offerOf(session: RecentSession): Listed[] {
  const { path, name, missing } = session;
  if (missing) return [];
  return [{ id: path, label: name, aside: recentFacts(session).join(' · '), key: null, act: () => void openPath(path) }];
}
