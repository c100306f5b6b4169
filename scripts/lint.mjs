import { installEverything } from './steps/install.mjs';
import { command } from './steps/progress.mjs';
import { runPackaged } from './steps/run.mjs';

// `npm run lint`, and `npm run format`, which also mends what it can.
await command(async () => {
  await installEverything();
  const args = ['check', ...process.argv.slice(2), '.'];
  const { status } = await runPackaged('@biomejs/biome/bin/biome', args, { show: true });
  process.exitCode = status;
});
