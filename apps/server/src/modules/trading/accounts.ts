import { invariant } from '@emporion/kernel';
import type { Caller } from '#platform/http/caller.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import type { LiveExchange } from './live/live-exchange.ts';

/** Opens the user's account in the core before their first command. An account that is there already costs nothing. */
export async function ensureAccount(
  { runtime }: Platform,
  live: LiveExchange,
  userId: string,
): Promise<void> {
  if (live.hasAccount(userId)) return;
  invariant(userId === userId.toLowerCase(), 'an account has one spelling');
  const key = `account:${userId}:open`;
  const result = await runtime.execute({ kind: 'OpenAccount', key, account: userId });
  // Somebody else may have opened it under another key.
  const there = result.status === 'accepted' || result.rejection.code === 'duplicate_transaction';
  invariant(there, 'the exchange refused to open an account');
}

/** @throws Problem account_frozen for an account that its owner has frozen. Its orders can still be cancelled. */
export function requireThawed({ frozen }: Caller): void {
  if (frozen) throw new Problem('account_frozen');
}
