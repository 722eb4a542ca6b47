import './older-browsers.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { nameSettingsByField } from '../shared/format/setting-names.ts';
import { App } from './App.tsx';
import { setupConnection } from './bridge.ts';
import { setupPrint } from './frame/print.ts';
import { setupLanguage } from './i18n/i18n.tsx';
import { setupAddress } from './state/address.ts';
import { setupChartChoice } from './state/chart-choice.ts';
import { setupChartsHeight } from './state/charts-height.ts';
import { setupDesktop } from './state/desktop-commands.ts';
import { setupEditor } from './state/editor.ts';
import { setupRunning } from './state/running.ts';
import { setupSessions } from './state/sessions.ts';
import { setupTextSize } from './state/text-size.ts';
import { setupTheme } from './state/theme.ts';
import { setupWayBack } from './state/way-back.ts';
import { setupPointerMoves } from './ui/pointer-moves.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/app-bar.css';
import './styles/print.css';

// First, because the router must not see a one-time link in the address.
setupConnection();
setupAddress();
setupWayBack();
setupLanguage();
nameSettingsByField();
setupTheme();
setupTextSize();
setupEditor();
setupPrint();
setupPointerMoves();
setupChartsHeight();
setupChartChoice();
setupSessions();
setupRunning();
setupDesktop();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
