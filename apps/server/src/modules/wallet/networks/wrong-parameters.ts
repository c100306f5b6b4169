import type { $ZodError } from 'zod/v4/core';
import { StartupError } from '#platform/startup/startup-error.ts';

/** Names the fields, and not their values: the address of a node carries its password. */
export function wrongParameters(code: string, { issues }: Pick<$ZodError, 'issues'>): StartupError {
  const where = issues.map(({ path }) => path.join('.') || 'all of it').join(', ');
  return new StartupError(`The parameters of ${code} in the table blockchains are wrong: ${where}.`);
}
