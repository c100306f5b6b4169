import type { QueryExecutorProvider } from 'kysely';
import type { Platform } from '#platform/platform.ts';

/** Called within the transaction that opens the account: what it writes stands or falls with the account. */
export type UserCreatedListener = (
  db: QueryExecutorProvider,
  platform: Platform,
  userId: string,
) => Promise<void>;

const listeners: UserCreatedListener[] = [];

/** For modules that keep something per user from the first moment. To be called once, as the module loads. */
export function onUserCreated(listener: UserCreatedListener): void {
  listeners.push(listener);
}

export async function tellUserCreated(
  db: QueryExecutorProvider,
  platform: Platform,
  userId: string,
): Promise<void> {
  for (const listener of listeners) await listener(db, platform, userId);
}
