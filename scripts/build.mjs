import { build } from './steps/build.mjs';
import { install } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command } from './steps/progress.mjs';

// `npm run build`: everything that is stale; `npm run build -- signer` (or another set of steps/build.mjs): that alone.
requireNodeVersion();
await command(async () => {
  await install();
  await build(process.argv[2]);
});
