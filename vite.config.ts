import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** One build, down-levelled to the oldest host the product runs in; it costs 0.4 kB and leaves no second profile to keep honest. */
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome83',
    cssTarget: 'chrome83',
    // All that the first page needs is asked for at once, not when the script that needs it has come.
    modulePreload: { polyfill: false },
    // One sheet for all: requests cost more than the 60 kB, and no screen flashes without its own.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
  },
});
