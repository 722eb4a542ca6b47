/**
 * What can be done from the keyboard on a whole screen, each once: its key and its row in the list of keys. The list of keys, the palette and the keys
 * themselves follow. A view says which of them it can do now (`useCommands`).
 */
import { useEffect, useRef } from 'react';
import type { Messages } from '../../shared/words/catalogue.ts';
import { useText } from '../i18n/i18n.tsx';
import { useScreenKeys } from '../ui/use-screen-keys.ts';

/** Of the list of keys. */
export type CommandRow = keyof Messages['common']['keys'];

export interface Command {
  /** As `KeyboardEvent.key` has it; null: it has none. */
  readonly key: string | null;
  /** Commands of one row stand beside each other there; null: it is in no row. */
  readonly row: CommandRow | null;
}

export const COMMANDS = {
  search: { key: '/', row: 'search' },
  pause: { key: ' ', row: 'pause' },
  previousTab: { key: ',', row: 'turnTab' },
  nextTab: { key: '.', row: 'turnTab' },
  previousRound: { key: '[', row: 'round' },
  nextRound: { key: ']', row: 'round' },
  previousCell: { key: '[', row: 'cell' },
  nextCell: { key: ']', row: 'cell' },
  previousLine: { key: 'p', row: 'line' },
  nextLine: { key: 'n', row: 'line' },
  home: { key: 'g h', row: 'goHome' },
  newRun: { key: 'n', row: 'newRun' },
  openFile: { key: 'o', row: 'openFile' },
  compare: { key: null, row: null },
  probe: { key: null, row: null },
  settings: { key: null, row: null },
  help: { key: null, row: null },
  keys: { key: '?', row: 'showKeys' },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

/** Keys of a row of the list, in the order of the commands. */
export function keysOfRow(row: CommandRow): string[] {
  return Object.values(COMMANDS).flatMap((command) => (command.row === row && command.key !== null ? [command.key] : []));
}

/** Something that can be done now. `everywhere`: on every screen; left out: on the one that is shown. */
export interface Offer {
  readonly everywhere?: true;
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

type Handlers = Partial<Record<CommandName, (() => void) | null>>;

/** Commands that can be done while the calling component is mounted; null: not now. Their keys work on the whole screen. */
export function useCommands(handlers: Handlers): void {
  const able = (Object.entries(handlers) as [CommandName, (() => void) | null][]).flatMap(([name, act]) =>
    act === null ? [] : [{ name, act, key: COMMANDS[name].key }],
  );
  useScreenKeys(Object.fromEntries(able.flatMap(({ key, act }) => (key === null ? [] : [[key, act]]))));
  const text = useText('common.command');
  useOffers(able.map(({ name, key, act }) => ({ id: name, label: text(name), key, act })));
}
