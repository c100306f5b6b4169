import { build, buildBeside } from './steps/build.mjs';
import { install } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command } from './steps/progress.mjs';

// `npm run build`: everything that is stale; `npm run build -- signer` (or `acquirer-sandbox`, `kyc-sandbox`): that process alone.
requireNodeVersion();
await command(async () => {
  await install();
  await (process.argv[2] === undefined ? build() : buildBeside(process.argv[2]));
});
