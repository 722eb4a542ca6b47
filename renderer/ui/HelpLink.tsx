import { useText } from '../i18n/i18n.tsx';
import { hashOf } from '../state/route.ts';

/** To the page of the help that has a drawing. */
export function HelpLink({ page }: { page: string }) {
  const text = useText('help');
  return <a href={hashOf({ screen: 'help', page })}>{text('illustrated')}</a>;
}
