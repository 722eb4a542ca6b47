import { useEffect } from 'react';
import { COMMANDS, type CommandName } from '../../shared/protocol/commands.ts';
import { useOffers } from '../commands/commands.ts';
import { takeBack } from '../commands/escape.ts';
import { useText } from '../i18n/i18n.tsx';
import { editDraft } from '../state/forms/draft.ts';
import { currentRoute, navigate } from '../state/route.ts';
import { showDialog } from '../state/shell.ts';
import { goBack } from '../state/way-back.ts';
import { isCovered, isTyping } from '../ui/use-screen-keys.ts';

/** The second key of "g h" must follow within this time; any other letter within it is part of a word that is typed into nothing. */
const CHORD_MS = 1_000;

const isLetter = (key: string): boolean => /^\p{L}$/u.test(key);

/** Keys that work on every screen. A screen that uses one of them itself calls preventDefault first. */
export function useGlobalKeys(): void {
  const text = useText('common.command');
  useOffers(NAMED.map(([name, act]) => ({ id: name, label: text(name), key: COMMANDS[name].key, act, scope: 'everywhere' as const })));
  useEffect(() => {
    let last = { key: '', at: Number.NEGATIVE_INFINITY };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isCovered()) return;
      // Also while typing: it types nothing.
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        showDialog('palette');
      }
      if (event.ctrlKey || event.metaKey) return;
      if (event.key === 'Escape') {
        if (!isTyping(event.target) && takeBack()) event.preventDefault();
        else leave(event.target);
        return;
      }
      if (isTyping(event.target)) return;
      const before = event.timeStamp - last.at < CHORD_MS ? last.key : '';
      if (event.key.length === 1) last = { key: event.key, at: event.timeStamp };
      const isInWord = isLetter(event.key) && isLetter(before);
      const action = BY_KEY.get(`${before} ${event.key}`) ?? (isInWord ? undefined : BY_KEY.get(event.key));
      if (action !== undefined) {
        event.preventDefault();
        last = { key: '', at: event.timeStamp };
        action();
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** What can be done on every screen. */
const EVERYWHERE = {
  home: () => navigate({ screen: 'home' }),
  newRun: () => navigate({ screen: 'setup' }),
  openFile: () => showDialog('open'),
  compare: () => navigate({ screen: 'compare-setup' }),
  probe: () => navigate({ screen: 'probe' }),
  findLeak: () => {
    editDraft({ capture: 'leak' });
    navigate({ screen: 'setup' });
  },
  settings: () => navigate({ screen: 'settings' }),
  help: () => navigate({ screen: 'help', page: null }),
  keys: () => showDialog('keys'),
  back: () => window.history.back(),
  forward: () => window.history.forward(),
} as const satisfies Partial<Record<CommandName, () => void>>;

const NAMED = Object.entries(EVERYWHERE) as readonly (readonly [keyof typeof EVERYWHERE, () => void])[];
const BY_KEY = new Map<string | null, () => void>(NAMED.map(([name, act]) => [COMMANDS[name].key, act]));

/**
 * Esc leaves the field first, then what was only looked at beside something else. Never a form or a result: pressed once too
 * often after a menu has closed, it would lead away from what somebody is doing.
 */
function leave(target: EventTarget | null): void {
  const { screen } = currentRoute();
  if (isTyping(target)) (target as HTMLElement).blur();
  else if (screen === 'help' || screen === 'settings' || screen === 'unknown') goBack();
}
