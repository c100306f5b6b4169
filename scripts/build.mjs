import { build } from './steps/build.mjs';
import { install } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command } from './steps/progress.mjs';

requireNodeVersion();
await command(async () => {
  await install();
  await build();
});
