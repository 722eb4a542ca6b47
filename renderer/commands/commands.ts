/** What the views that are mounted can do now: by key, from the palette, and from the menus of the desktop window. */
import { useEffect, useRef } from 'react';
import { COMMANDS, type CommandName } from '../../shared/protocol/commands.ts';
import { useText } from '../i18n/i18n.tsx';
import { isCovered, useScreenKeys } from '../ui/use-screen-keys.ts';

/**
 * Something that can be done now. `scope`: on every screen, or with the session on the one that is shown; absent: in a view of it, unless a dialog or
 * a menu covers that.
 */
export interface Offer {
  readonly scope?: 'everywhere' | 'session';
  readonly id: string;
  readonly label: string;
  readonly key: string | null;
  readonly act: () => void;
}

const offering = new Set<() => readonly Offer[]>();

/** In the palette while the calling component is mounted. */
export function useOffers(offers: readonly Offer[]): void {
  const latest = useRef(offers);
  latest.current = offers;
  useEffect(() => {
    const mine = () => latest.current;
    offering.add(mine);
    return () => void offering.delete(mine);
  }, []);
}

/** What the views that are mounted offer. */
export function offeredNow(): readonly Offer[] {
  return [...offering].flatMap((offers) => offers());
}

/** Does it, unless nothing offers it, or a view does that is covered. Returns whether it was done. */
export function perform(name: CommandName): boolean {
  const offer = offeredNow()
    .filter(({ id }) => id === name)
    .at(-1);
  if (offer === undefined || (offer.scope === undefined && isCovered())) return false;
  offer.act();
  return true;
}

type Handlers = Partial<Record<CommandName, (() => void) | null>>;

/** Commands that can be done while the calling component is mounted; null: not now. Their keys work on the whole screen. `scope`: as of Offer. */
export function useCommands(handlers: Handlers, scope?: 'session'): void {
  const able = (Object.entries(handlers) as [CommandName, (() => void) | null][]).flatMap(([name, act]) =>
    act === null ? [] : [{ name, act, key: COMMANDS[name].key }],
  );
  useScreenKeys(Object.fromEntries(able.flatMap(({ key, act }) => (key === null ? [] : [[key, act]]))));
  const text = useText('common.command');
  useOffers(able.map(({ name, key, act }) => ({ id: name, label: text(name), key, act, ...(scope && { scope }) })));
}
