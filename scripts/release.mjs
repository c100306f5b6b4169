import { ensureBuilt } from './steps/build.mjs';
import { install } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command, step } from './steps/progress.mjs';
import { makeRelease, packRelease } from './steps/release.mjs';

// `npm run release`: an archive for machines of this kind that runs the exchange with nothing but Node. See docs/operating.md.
requireNodeVersion();
await command(async () => {
  await install();
  await ensureBuilt();
  const folder = await step('Gathering the release', () => makeRelease({ quality: 11 }));
  const archive = await step('Packing the release', () => packRelease(folder));
  console.log(`The release is ${archive}`);
});
