import { z } from 'zod';
import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { listenFor, signalEach } from '#platform/signals/signals.ts';

const UserIds = z.array(z.string());

/** Tells every process whose deposits or withdrawals changed, after it was committed. It is for screens, so nothing fails for it. */
export async function tellWalletChanged(platform: Platform, userIds: Iterable<string>): Promise<void> {
  try {
    await signalEach(platform.database.kysely, 'wallet_changed', userIds);
  } catch (err) {
    platform.log.error({ part: 'wallet', err }, 'changes of wallets were not told');
  }
}

/** Calls `changed` with users whose deposits or withdrawals changed, and `missed` after a time in which such a change may not have been heard of. */
export function onWalletChanged(
  app: App,
  platform: Platform,
  { changed, missed }: { changed: (userIds: readonly string[]) => void; missed: () => void },
): void {
  listenFor(app, platform, 'wallet_changed', {
    heard: (payload) => changed(UserIds.parse(payload)),
    recovered: missed,
  });
}
