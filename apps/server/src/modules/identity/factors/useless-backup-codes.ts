import type { QueryExecutorProvider } from 'kysely';
import { removeBackupCodes } from './backup-codes.ts';
import { secondStepOf } from './second-step.ts';

/** Backup codes go with the last factor: they stand in for one, and a new one brings new codes. */
export async function removeUselessBackupCodes(db: QueryExecutorProvider, userId: string): Promise<void> {
  const { methods } = await secondStepOf(db, userId);
  if (methods.length === 0) await removeBackupCodes(db, userId);
}
