import { readdirSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser, ensureHeadlessShell } from './steps/browser.mjs';
import { ensureBuilt } from './steps/build.mjs';
import { importTypeScript } from './steps/bundle.mjs';
import { installEverything, installTool } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command, StepError } from './steps/progress.mjs';
import { root } from './steps/root.mjs';

// `npm run bench -- NAME`: runs bench/NAME.bench.ts and prints one JSON object as the last line.
requireNodeVersion();
await command(async () => {
  const names = readdirSync(join(root, 'bench'))
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => file.slice(0, -'.bench.ts'.length));
  const [name, ...args] = process.argv.slice(2);
  if (!name || !names.includes(name)) {
    throw new StepError(`Name a benchmark: npm run bench -- NAME, where NAME is one of ${names.join(', ')}.`);
  }
  await installEverything();
  await ensureBuilt();
  const { run } = await importTypeScript(`bench/${name}.bench.ts`);
  const { ours, peer, ...details } = await run({ args, ensureBrowser, ensureHeadlessShell, installTool });
  console.log(
    JSON.stringify({
      name,
      ours,
      peer,
      ratio: Number((ours / peer).toFixed(3)),
      ...details,
      machine: machine(),
    }),
  );
});

function machine() {
  const processors = cpus();
  return {
    cpu: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 1e9),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.versions.node,
  };
}
