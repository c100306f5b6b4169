/**
 * The accounts of the house. Their names begin with a word that no user's account may begin with.
 * `custody` is the contra of the chains: it falls by what people bring in and rises by what leaves. `adjustments` is the contra of
 * operators' corrections. Either may have either sign, because money that a correction gave can be withdrawn; together they are never above
 * zero, because nobody else is ever below it. All others are never below zero.
 */
export const houseAccounts = {
  custody: 'house:custody',
  adjustments: 'house:adjustments',
  fees: 'house:fees',
  rounding: 'house:rounding',
} as const;

const housePrefix = 'house:';
const poolPrefix = 'house:pool:';

export function isHouseAccount(account: string): boolean {
  return account.startsWith(housePrefix);
}

/** A pool holds the money of one programme, such as the affiliate programme; its bonuses are paid from it. */
export function poolAccount(programme: string): string {
  return `${poolPrefix}${programme}`;
}

/** Whether the balance of this account may be what it is. */
export function isAllowedBalance(account: string, balance: bigint): boolean {
  return balance >= 0n || account === houseAccounts.custody || account === houseAccounts.adjustments;
}
