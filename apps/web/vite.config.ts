import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './chunk-groups.ts';
import { firstFiles } from './first-files.ts';
import { leanRouter } from './lean-router.ts';
import { noCycles } from './no-cycles.ts';
import { offlineShell } from './offline-shell.ts';
import { pageHead } from './page-head.ts';
import { slimContracts } from './slim-contracts.ts';

const server = process.env.EMPORION_SERVER ?? 'http://127.0.0.1:8080';
/** Another application, with a development server of its own. */
const backOffice = process.env.EMPORION_BACK_OFFICE ?? server;

export default defineConfig({
  base: '/account/',
  plugins: [
    react(),
    tailwindcss(),
    pageHead(),
    firstFiles(),
    offlineShell(),
    noCycles(),
    leanRouter(),
    slimContracts(),
  ],
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': server,
      '/public': server,
      '/dev': server,
      '/admin': { target: backOffice, ws: true },
      '/wsapi': { target: server, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // Fonts and pictures stay files: the page's policy allows no data: fonts, and files are cached.
    assetsInlineLimit: 0,
    // The polyfill is an inline script, and every browser of the build target preloads by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // How long the build took is nothing that whoever starts the product could mend.
      checks: { bundlerTimings: false },
      // The packages only declare things: a page carries those it names and no others.
      treeshake: {
        moduleSideEffects: [{ test: /packages\/(?:contracts|i18n|kernel)\//, sideEffects: false }],
      },
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
});
