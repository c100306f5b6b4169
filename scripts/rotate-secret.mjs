import { join } from 'node:path';
import { ensureBuilt } from './steps/build.mjs';
import { install } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command } from './steps/progress.mjs';
import { root } from './steps/root.mjs';

// `npm run rotate-secret`: brings what is sealed over from FORMER_SECRET to SECRET, while the server is stopped.
requireNodeVersion();
await command(async () => {
  await install();
  await ensureBuilt();
  const { runRotateSecret } = await import(join(root, 'apps', 'server', 'dist', 'rotate-secret.js'));
  await runRotateSecret();
});
