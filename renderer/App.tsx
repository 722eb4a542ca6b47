import { Suspense, useEffect, useRef } from 'react';
import { request } from './bridge.ts';
import { Palette } from './commands/Palette.tsx';
import { ConnectionNotice } from './frame/ConnectionNotice.tsx';
import { DropZone } from './frame/DropZone.tsx';
import { ErrorBoundary } from './frame/ErrorBoundary.tsx';
import { FilePicker } from './frame/FilePicker.tsx';
import css from './frame/Frame.module.css';
import { KeysDialog } from './frame/KeysDialog.tsx';
import { LockedScreen } from './frame/LockedScreen.tsx';
import { TopBar } from './frame/TopBar.tsx';
import { useDocument } from './frame/use-document.ts';
import { useGlobalKeys } from './frame/use-keys.ts';
import { TextProvider, useText } from './i18n/i18n.tsx';
import { HelpScreen } from './screens/help/HelpScreen.tsx';
import { HomeScreen } from './screens/home/HomeScreen.tsx';
import { SettingsScreen } from './screens/settings/SettingsScreen.tsx';
import { CompareScreen, CompareSetupScreen, fetchAhead, ProbeScreen, RunScreen, SetupScreen, StudyScreen } from './screens.tsx';
import { StartFailure } from './session/StartFailure.tsx';
import { useAddress } from './state/address.ts';
import { useConnection } from './state/connection.ts';
import { hashOf, navigate, type Route, useRoute } from './state/route.ts';
import { dismissFailure, openFile, openGiven, showDialog, useShell } from './state/shell.ts';
import { useTextSize } from './state/text-size.ts';
import { IconButton } from './ui/Button.tsx';
import { CopyByHand } from './ui/CopyByHand.tsx';
import { EmptyState } from './ui/EmptyState.tsx';
import { CloseIcon } from './ui/icons.tsx';
import { Spinner } from './ui/Progress.tsx';
import { hideToast, ToastHost } from './ui/Toast.tsx';
import { TooltipProvider } from './ui/Tooltip.tsx';

export function App() {
  return (
    <TextProvider>
      <TooltipProvider>
        <FrameOrLock />
      </TooltipProvider>
    </TextProvider>
  );
}

function FrameOrLock() {
  const { lock } = useConnection();
  return lock === null ? <Frame /> : <LockedScreen lock={lock} />;
}

function Frame() {
  const text = useText('common.app');
  const route = useRoute();
  const textSize = useTextSize();
  useGlobalKeys();
  useDocument(route);
  useGivenSession();
  useFocusOnScreen(route);
  useHeadStart();
  useToastOfScreen();
  return (
    <div className={css.app}>
      {/* biome-ignore lint/a11y/useValidAnchor: it does lead to a place on this page; only the address is left alone */}
      <a
        className={css.skip}
        href="#content"
        onClick={(event) => {
          // The router owns the address.
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        {text('skip')}
      </a>
      <TopBar route={route} />
      <Notices />
      <main id="content" className={css.content} tabIndex={-1}>
        {/* What is drawn by script is drawn anew in another text size; Settings has nothing of that, and keeps its focus. */}
        <ErrorBoundary key={route.screen === 'settings' ? 'settings' : `${textSize} ${hashOf(route)}`}>
          <Screen route={route} />
        </ErrorBoundary>
      </main>
      <Dialogs />
      <DropZone />
      <ToastHost />
      <CopyByHand />
    </div>
  );
}

/** A file given on the command line is shown at once, unless the address names a screen: Home, when it is reloaded there. */
function useGivenSession(): void {
  useEffect(() => {
    if (window.location.hash !== '') return;
    void request('app.info', {}).then((reply) => {
      const sessionId = reply.ok ? reply.value.openSessionId : null;
      if (sessionId !== null) navigate({ screen: 'run', sessionId }, { replace: true });
    });
  }, []);
}

/** What had the focus is gone with its screen: the next Tab begins in the new one, and the keys that scroll reach it. */
function useFocusOnScreen(route: Route): void {
  const hash = hashOf(route);
  const shown = useRef(hash);
  useEffect(() => {
    if (shown.current === hash) return;
    shown.current = hash;
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
  }, [hash]);
}

/** A confirmation is about what was done on its screen. */
function useToastOfScreen(): void {
  useEffect(() => useAddress.subscribe((now, before) => now.path !== before.path && hideToast()), []);
}

/** By then the first screen is drawn; earlier, loading would delay it. */
const HEAD_START_MS = 500;

function useHeadStart(): void {
  useEffect(() => {
    const timer = setTimeout(() => void fetchAhead(), HEAD_START_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Shown while the screen's code is loading. */
function Screen({ route }: { route: Route }) {
  const text = useText('common');
  return (
    <Suspense
      fallback={
        <div className={css.waiting}>
          <Spinner label={text('ui.working')} />
        </div>
      }
    >
      <ScreenOf route={route} />
    </Suspense>
  );
}

function ScreenOf({ route }: { route: Route }) {
  const text = useText('common');
  switch (route.screen) {
    case 'home':
      return <HomeScreen />;
    case 'setup':
      return <SetupScreen />;
    case 'settings':
      return <SettingsScreen />;
    case 'help':
      return <HelpScreen page={route.page} section={route.section ?? null} />;
    case 'probe':
      return <ProbeScreen />;
    case 'run':
      return <RunScreen key={route.sessionId} sessionId={route.sessionId} />;
    case 'compare-setup':
      return <CompareSetupScreen />;
    case 'compare':
      return <CompareScreen key={route.sessionId} sessionId={route.sessionId} />;
    case 'study':
      return <StudyScreen key={route.name} name={route.name} sessionId={route.sessionId} />;
    case 'unknown':
      return (
        <div className={css.page}>
          <EmptyState
            title={text('app.notFound')}
            text={text('app.notFoundText')}
            action={<a href={hashOf({ screen: 'home' })}>{text('app.toHome')}</a>}
          />
        </div>
      );
  }
}

function Notices() {
  const text = useText('common');
  const { failure, retry, opening } = useShell();
  return (
    <div className={css.notices}>
      <ConnectionNotice />
      {opening !== null && (
        <div className={css.opening}>
          <Spinner label={text('app.opening', { name: opening })} now />
        </div>
      )}
      {failure && (
        <StartFailure
          failure={failure}
          onGone={dismissFailure}
          onRetry={retry ?? undefined}
          actions={
            <IconButton label={text('action.close')} onClick={dismissFailure}>
              <CloseIcon />
            </IconButton>
          }
        />
      )}
    </div>
  );
}

function Dialogs() {
  const text = useText('common.picker');
  const { dialog } = useShell();
  const close = () => showDialog(null);
  return (
    <>
      <KeysDialog open={dialog === 'keys'} onClose={close} />
      <Palette />
      <FilePicker
        open={dialog === 'open'}
        onClose={close}
        title={text('openTitle')}
        description={text('openText')}
        kind="session"
        onPick={(path) => {
          close();
          void openGiven(path);
        }}
        onUpload={(file) => {
          close();
          void openFile(file);
        }}
      />
    </>
  );
}
