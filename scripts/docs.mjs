import { importTypeScript } from './steps/bundle.mjs';
import { install } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command } from './steps/progress.mjs';
import { root } from './steps/root.mjs';

// `npm run docs`: writes the pages that are made from code.
requireNodeVersion();
await command(async () => {
  await install();
  const { writeDocs } = await importTypeScript('scripts/write-docs.ts');
  await writeDocs(root);
});
