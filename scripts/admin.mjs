import { join } from 'node:path';
import { ensureBuilt } from './steps/build.mjs';
import { install } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command } from './steps/progress.mjs';
import { root } from './steps/root.mjs';

// `npm run admin -- create`: prints the link that makes the first administrator.
// `npm run admin -- recover NAME`: prints the link that recovers a staff account.
requireNodeVersion();
await command(async () => {
  await install();
  await ensureBuilt();
  const { runAdmin } = await import(join(root, 'apps', 'server', 'dist', 'admin.js'));
  await runAdmin(process.argv.slice(2));
});
