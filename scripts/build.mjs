import { build, buildSigner } from './steps/build.mjs';
import { install } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command } from './steps/progress.mjs';

// `npm run build`: everything that is stale; `npm run build -- signer`: the signer alone.
requireNodeVersion();
await command(async () => {
  await install();
  await (process.argv[2] === 'signer' ? buildSigner() : build());
});
