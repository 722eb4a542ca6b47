import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** One build, down-levelled to the oldest host the product runs in; that costs 0.4 kB and avoids a second build to test. */
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome83',
    cssTarget: 'chrome83',
    // The page requests everything it needs first at once, not only after the script that imports it has loaded.
    modulePreload: { polyfill: false },
    // One style sheet: further requests would cost more than its 60 kB, and no screen is ever shown unstyled.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
  },
});
