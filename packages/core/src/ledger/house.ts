/**
 * The accounts of the house: `house:<kind>`, or `house:<kind>:<name>` where there is one for each network, bank or programme. No user's account may
 * begin with that word. What a kind stands for, and whether it may be below zero, is for ever: the journal has these names.
 *
 * `custody`, `bank` and `acquirer` are contras of what is outside: minus what we hold on a network or with a bank, and what an acquirer owes us.
 * They fall by what comes in and rise by what leaves. `adjustments` is the contra of operators' corrections.
 * `in-flight` is what was sent on a network and is not final there. `capital` is what the owner has put in.
 * `network-costs`, `reorg-loss` and `chargeback-loss` are what was spent or lost, below zero until somebody covers it.
 */
const houseKinds = {
  custody: 'either sign',
  bank: 'either sign',
  acquirer: 'either sign',
  adjustments: 'either sign',
  'network-costs': 'either sign',
  'reorg-loss': 'either sign',
  'chargeback-loss': 'either sign',
  'in-flight': 'never below zero',
  capital: 'never below zero',
  fees: 'never below zero',
  rounding: 'never below zero',
  pool: 'never below zero',
} as const;

export type HouseKind = keyof typeof houseKinds;

/** The accounts that need no name. Money came into `custody` before the networks had accounts of their own. */
export const houseAccounts = {
  custody: 'house:custody',
  adjustments: 'house:adjustments',
  fees: 'house:fees',
  rounding: 'house:rounding',
  capital: 'house:capital',
} as const;

const housePrefix = 'house:';

export function isHouseAccount(account: string): boolean {
  return account.startsWith(housePrefix);
}

/** The account of a kind for one network, bank, acquirer or programme. */
export function houseAccount(kind: HouseKind, name: string): string {
  return `${housePrefix}${kind}:${name}`;
}

/** The kind of a house account; undefined for an account of anybody else, and for a kind that does not exist. */
export function houseKindOf(account: string): HouseKind | undefined {
  if (!isHouseAccount(account)) return undefined;
  const [, kind = ''] = account.split(':', 2);
  return Object.hasOwn(houseKinds, kind) ? (kind as HouseKind) : undefined;
}

/** Whether the balance of this account may be what it is. */
export function isAllowedBalance(account: string, balance: bigint): boolean {
  if (balance >= 0n) return true;
  const kind = houseKindOf(account);
  return kind !== undefined && houseKinds[kind] === 'either sign';
}
