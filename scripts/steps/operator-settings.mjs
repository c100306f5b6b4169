// Loaded before a command of a release: see unit-settings.mjs. Threads have what the process has, but load this too.
import { isMainThread } from 'node:worker_threads';
import { StepError } from './progress.mjs';
import { leaveRoot, takeUnitSettings } from './unit-settings.mjs';

try {
  if (isMainThread && takeUnitSettings({ file: process.env.EMPORION_ENV_FILE || undefined })) leaveRoot();
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  process.exit(1);
}
