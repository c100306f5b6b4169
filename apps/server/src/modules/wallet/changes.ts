import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';

type Listener = (userIds: ReadonlySet<string>) => void;

/** Tells whoever shows it that something of these users' deposits or withdrawals changed, after it was committed. */
class WalletChanges {
  readonly #listeners = new Set<Listener>();

  tell(userIds: Iterable<string>): void {
    const told = new Set(userIds);
    if (told.size > 0) for (const listener of this.#listeners) listener(told);
  }

  /** Returns the function that ends it. */
  onTold(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

export const walletChanges = defineService(
  'wallet changes',
  (_: Pick<Platform, 'runtime'>) => new WalletChanges(),
);
