import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from '../shared/model/schema.ts';
import { App } from './App.tsx';
import { setupConnection } from './bridge.ts';
import { setupDesktop } from './state/desktop-commands.ts';
import { setupRoute } from './state/route.ts';
import { setupSessions } from './state/sessions.ts';
import { setupTheme } from './state/theme.ts';
import './styles/tokens.css';
import './styles/base.css';

// The schemas would otherwise try whether code may be made from text, which the page's policy forbids.
z.config({ jitless: true });
setupRoute();
setupTheme();
setupSessions();
setupDesktop();
setupConnection();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
