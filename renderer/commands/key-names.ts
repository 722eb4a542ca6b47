import { useText } from '../i18n/i18n.tsx';

/** Gives what stands on the keys of a command, one after the other: "g h" are two. Empty: it has none. */
export function useKeyNames(): (key: string | null) => string[] {
  const name = useText('common.keyName');
  return (key) => (key === null ? [] : key === ' ' ? [name('space')] : key.split(' '));
}
