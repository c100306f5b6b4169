import type { listingEndpoints, StaffCoin } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import type { z } from 'zod';
import { makeStaffChange, type StaffCall } from '#modules/audit/index.ts';
import { drawCoinLogo, reloadSettings, writeCoinLogo } from '#modules/exchange-settings/index.ts';
import { forgetMarkets } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { findStaffCoin } from './coins.ts';

/** Gives a coin a picture, or takes it away. @throws Problem coin_invalid, coin_logo_invalid. */
export async function changeCoinLogo(
  platform: Platform,
  coin: string,
  call: StaffCall & { body: z.output<typeof listingEndpoints.changeLogo.body> },
): Promise<StaffCoin> {
  const { picture: sent } = call.body;
  const picture = sent === null ? null : await drawCoinLogo(sent);
  await makeStaffChange(platform, call, async (transaction) => {
    const { rows } = await sql`select from coins where code = ${coin} for update`.execute(transaction);
    if (rows.length === 0) throw new Problem('coin_invalid');
    const logo = await writeCoinLogo(transaction, platform, { coin, picture, by: call.caller.userId });
    return {
      ...{ action: 'coin_logo_changed', object: `coin:${coin}` },
      ...{ before: { logo: logo.before }, after: { logo: logo.after } },
    };
  });
  await reloadSettings(platform);
  forgetMarkets(platform);
  return findStaffCoin(platform, coin);
}
