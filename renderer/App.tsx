import { lazy, Suspense } from 'react';
import { TextProvider, useText } from './i18n/i18n.tsx';
import { type Route, useRoute } from './state/route.ts';
import { Spinner } from './ui/Progress.tsx';
import { TooltipProvider } from './ui/Tooltip.tsx';

// Charts and flame graph are the larger half of the program; Home does not wait for them.
const RunScreen = lazy(() => import('./screens/run/RunScreen.tsx').then((module) => ({ default: module.RunScreen })));

export function App() {
  return (
    <TextProvider>
      <TooltipProvider>
        <Screen route={useRoute()} />
      </TooltipProvider>
    </TextProvider>
  );
}

function Screen({ route }: { route: Route }) {
  const text = useText('common.ui');
  if (route.screen !== 'run') return null;
  return (
    <Suspense fallback={<Spinner label={text('working')} />}>
      <RunScreen key={route.sessionId} sessionId={route.sessionId} />
    </Suspense>
  );
}
