import { checkTypes } from './steps/types.mjs';

for (const { project, passed, output } of await checkTypes()) {
  console.log(`${passed ? 'ok' : 'failed'} ${project}`);
  if (!passed) {
    console.log(output);
    process.exitCode = 1;
  }
}
