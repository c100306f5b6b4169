import { formatDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import type { Trading } from '#modules/trading/index.ts';

interface Made {
  readonly id: number;
  readonly from: string;
  readonly given: bigint;
}

/**
 * Keeps how much a user asked to swap where the markets took less, so that the history can name the rest. The rest never left the balance: a swap is done with or
 * without this row, and a failure is logged and not answered.
 */
export async function keepRequest(
  { platform, live }: Trading,
  { account, swap: { id, from, given }, asked }: { account: string; swap: Made; asked: bigint },
): Promise<void> {
  if (asked <= given) return;
  const amount = formatDecimal(asked, live.coins.get(from) ?? 0);
  try {
    await sql`
      insert into swap_requests (swap_id, account, asked) values (${id}, ${account}, ${amount}) on conflict do nothing
    `.execute(platform.database.kysely);
  } catch (err) {
    platform.log.error({ part: 'swap', err, swap: id }, 'what a swap was asked for is not kept');
  }
}
