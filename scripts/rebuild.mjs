import { join } from 'node:path';
import { ensureBuilt } from './steps/build.mjs';
import { install } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command } from './steps/progress.mjs';
import { root } from './steps/root.mjs';

// `npm run rebuild`, or `npm run rebuild -- NAME` for one of them: makes the projections anew from the journal, while the server is stopped.
requireNodeVersion();
await command(async () => {
  await install();
  await ensureBuilt();
  const { runRebuild } = await import(join(root, 'apps', 'server', 'dist', 'rebuild.js'));
  await runRebuild(process.argv.slice(2));
});
