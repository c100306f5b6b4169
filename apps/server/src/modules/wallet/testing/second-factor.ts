import { userId } from '#testing/trading-app.ts';
import type { WalletApp } from './wallet-app.ts';

/**
 * Turns an app and codes by mail on, so that a withdrawal takes a code and then the link of a second mail. Without
 * them the mailbox is the only factor, and one mail confirms it all. The secret of the app opens nothing: tests
 * take the code by mail.
 */
export function giveSecondFactor(app: Pick<WalletApp, 'change'>, name: string): Promise<void> {
  return app.change(`
    update users set email_factor = true where id = '${userId(name)}';
    insert into totp_factors (user_id, sealed_secret, confirmed_at) values ('${userId(name)}', '', now())
    on conflict do nothing
  `);
}
