import { useText } from '../i18n/i18n.tsx';
import { hashOf, navigate, type Route } from '../state/route.ts';
import { showDialog } from '../state/shell.ts';
import { chooseTheme, useTheme, useThemeChoice } from '../state/theme.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { CheckIcon, MoonIcon, SunIcon } from '../ui/icons.tsx';
import { Menu } from '../ui/Menu.tsx';
import css from './Frame.module.css';
import { Mark } from './Mark.tsx';
import { RunningChip } from './RunningChip.tsx';

export function TopBar({ route }: { route: Route }) {
  const text = useText('common.app');
  const current = (screen: Route['screen']) => (route.screen === screen ? 'page' : undefined);
  return (
    <header className="app-bar">
      <a className="app-mark" href={hashOf({ screen: 'home' })} aria-current={current('home')}>
        <Mark />
        {text('name')}
      </a>
      <nav className={css.nav} aria-label={text('mainNavigation')}>
        <a className={css.link} href={hashOf({ screen: 'setup' })} aria-current={current('setup')}>
          {text('newRun')}
        </a>
        <a className={css.link} href={hashOf({ screen: 'compare-setup' })} aria-current={current('compare-setup')}>
          {text('compare')}
        </a>
        <a className={css.link} href={hashOf({ screen: 'probe' })} aria-current={current('probe')}>
          {text('probe')}
        </a>
        <Button variant="quiet" onClick={() => showDialog('open')}>
          {text('open')}
        </Button>
      </nav>
      <RunningChip route={route} />
      <div className={css.tools}>
        <a className={css.link} href={hashOf({ screen: 'settings' })} aria-current={current('settings')}>
          {text('settings')}
        </a>
        <ThemeMenu />
        <HelpMenu />
      </div>
    </header>
  );
}

function HelpMenu() {
  const text = useText('common.app');
  return (
    <Menu
      trigger={<IconButton label={text('help')}>?</IconButton>}
      items={[
        { label: text('helpPages'), onSelect: () => navigate({ screen: 'help', page: null }) },
        { label: text('words'), onSelect: () => navigate({ screen: 'help', page: 'words' }) },
        'separator',
        { label: text('commands'), shortcut: text('commandsKey'), onSelect: () => showDialog('palette') },
        { label: text('keys'), shortcut: '?', onSelect: () => showDialog('keys') },
      ]}
    />
  );
}

function ThemeMenu() {
  const text = useText('common.app');
  const choice = useThemeChoice();
  const theme = useTheme();
  const item = (value: typeof choice, label: string) => ({
    label: (
      <>
        <span style={{ display: 'inline-block', width: 20 }}>{choice === value && <CheckIcon />}</span>
        {label}
      </>
    ),
    onSelect: () => chooseTheme(value),
  });
  return (
    <Menu
      trigger={<IconButton label={text('theme', { theme: choice })}>{theme === 'dark' ? <MoonIcon /> : <SunIcon />}</IconButton>}
      items={[item('system', text('themeSystem')), item('light', text('themeLight')), item('dark', text('themeDark'))]}
    />
  );
}
