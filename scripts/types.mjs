import { checkTypes } from './steps/types.mjs';

await checkTypes(({ project, passed, output }) => {
  console.log(`${passed ? 'ok' : 'failed'} ${project}`);
  if (passed) return;
  console.log(output);
  process.exitCode = 1;
});
