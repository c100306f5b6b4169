import { join } from 'node:path';
import { ensureBuilt } from './steps/build.mjs';
import { install } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command } from './steps/progress.mjs';
import { root } from './steps/root.mjs';

// `npm run follow`: a second process beside a running server, which follows its journal and answers reads.
requireNodeVersion();
await command(async () => {
  await install();
  await ensureBuilt();
  const { runFollow } = await import(join(root, 'apps', 'server', 'dist', 'follow.js'));
  await runFollow();
});
