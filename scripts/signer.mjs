import { join } from 'node:path';
import { build } from './steps/build.mjs';
import { install } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command } from './steps/progress.mjs';
import { root } from './steps/root.mjs';

// `npm run signer`: the process that holds the keys; `npm run signer -- init` makes them. See docs/signer.md.
requireNodeVersion();
await command(async () => {
  await install();
  await build('signer');
  const { runSignerCommand } = await import(join(root, 'apps', 'signer', 'dist', 'main.js'));
  await runSignerCommand(process.argv.slice(2));
});
