import { join } from 'node:path';
import { ensureBuilt } from './steps/build.mjs';
import { install } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command } from './steps/progress.mjs';
import { root } from './steps/root.mjs';

// `npm run verify`: replays the journal and compares everything with it, whether the server runs or not.
requireNodeVersion();
await command(async () => {
  await install();
  await ensureBuilt();
  const { runVerify } = await import(join(root, 'apps', 'server', 'dist', 'verify.js'));
  await runVerify();
});
