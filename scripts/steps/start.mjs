import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { install } from './install.mjs';
import { command } from './progress.mjs';
import { root } from './root.mjs';

await command(async () => {
  await install();
  await ensureBuilt();
  // The server runs in this very process: a signal to `npm start` is a signal to it, and nothing else can stay behind.
  const { runServer } = await import(join(root, 'apps', 'server', 'dist', 'main.js'));
  await runServer();
});
