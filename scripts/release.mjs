import { ensureBuilt } from './steps/build.mjs';
import { install } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command, StepError, step } from './steps/progress.mjs';
import { makeRelease, packRelease } from './steps/release.mjs';

// `npm run release` packs an archive for machines of this kind, which runs the exchange with Node
// alone. `--with-node` packs the Node runtime too; `folder` leaves the release unpacked. See
// docs/operating.md.
requireNodeVersion();
await command(async () => {
  const words = process.argv.slice(2);
  const unknown = words.filter((word) => word !== 'folder' && word !== '--with-node');
  if (unknown.length > 0)
    throw new StepError(`Usage: npm run release -- [folder] [--with-node], without ${unknown.join(' ')}`);
  const withNode = words.includes('--with-node');
  await install();
  await ensureBuilt();
  const folder = await step('Gathering the release', () => makeRelease({ quality: 11, withNode }));
  const isFolder = words.includes('folder');
  const release = isFolder ? folder : await step('Packing the release', () => packRelease(folder));
  console.log(`The release is ${release}`);
});
