import { ensureBuilt } from './steps/build.mjs';
import { install } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command, step } from './steps/progress.mjs';
import { makeRelease, packRelease } from './steps/release.mjs';

// `npm run release`: an archive for machines of this kind that runs the exchange with nothing but Node; `npm run release -- folder` leaves it unpacked. See
// docs/operating.md.
requireNodeVersion();
await command(async () => {
  await install();
  await ensureBuilt();
  const folder = await step('Gathering the release', () => makeRelease({ quality: 11 }));
  const isFolder = process.argv[2] === 'folder';
  const release = isFolder ? folder : await step('Packing the release', () => packRelease(folder));
  console.log(`The release is ${release}`);
});
