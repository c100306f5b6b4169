import { installEverything } from './steps/install.mjs';
import { command } from './steps/progress.mjs';
import { checkTypes } from './steps/types.mjs';

await command(async () => {
  await installEverything();
  await checkTypes(({ project, passed, output }) => {
    console.log(`${passed ? 'ok' : 'failed'} ${project}`);
    if (passed) return;
    console.log(output);
    process.exitCode = 1;
  });
});
