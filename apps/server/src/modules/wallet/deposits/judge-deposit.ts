import { parseDecimal, powerOfTen } from '@emporion/kernel';
import type { CoinNetwork, Network } from '#modules/markets/index.ts';

/** Why a deposit is not credited yet. Each goes when something changes: a switch, a limit, a listing, an account, or an operator's decision. */
export const holdReasons = [
  'missing_memo',
  'no_owner',
  'unknown_token',
  'deposits_disabled',
  'below_minimum',
  'above_maximum',
  'account_switched_off',
  'unrecognised',
  'refused',
] as const;
export type HoldReason = (typeof holdReasons)[number];

/** Those that nothing but an operator's decision ends: the exchange refused it, or only a balance tells of it. */
export const reasonsOfPeople: readonly (HoldReason | null)[] = ['refused', 'unrecognised'];

/** Amounts in units of the ledger; the remainder in the chain's, where those are finer. */
export interface Credit {
  readonly amount: bigint;
  readonly remainder: bigint;
  readonly fee: bigint;
}

export type Verdict = { readonly credit: Credit } | { readonly hold: HoldReason };

/** The fee and the maximum of when a deposit was first seen. A null fee: its coin was not listed then, and those of now count. */
export interface SeenTerms {
  readonly feeWhenSeen: string | null;
  readonly maxWhenSeen: string | null;
}

export interface Judged extends SeenTerms {
  readonly userId: string | null;
  readonly memo: string | null;
  readonly chainAmount: bigint;
  /** Whether its owner's account is one that money may come to: neither frozen nor switched off nor closed. */
  readonly isAccountActive: boolean;
}

/** Whether a final deposit is credited, and what of it; the order of the reasons is their precedence. */
export function judgeDeposit(
  { userId, memo, chainAmount, isAccountActive, ...seen }: Judged,
  { network, coin }: { network: Pick<Network, 'memo'>; coin: CoinNetwork | undefined },
): Verdict {
  if (userId === null) return { hold: network.memo && memo === null ? 'missing_memo' : 'no_owner' };
  if (!coin) return { hold: 'unknown_token' };
  if (coin.depositsDisabled) return { hold: 'deposits_disabled' };
  const { amount, remainder } = toLedger(chainAmount, coin);
  const fee = feeOf(seen, coin);
  if (amount < unitsUp(coin.depositMin, coin.ledgerDecimals) || amount <= fee)
    return { hold: 'below_minimum' };
  if (amount > mostAllowed(seen, coin)) return { hold: 'above_maximum' };
  if (!isAccountActive) return { hold: 'account_switched_off' };
  return { credit: { amount, remainder, fee } };
}

/** What an operator's decision credits, whatever limit held it: all that the ledger can count, less the fee where that leaves something. */
export function creditByDecision(
  { chainAmount, ...seen }: SeenTerms & Pick<Judged, 'chainAmount'>,
  coin: CoinNetwork,
): Credit {
  const { amount, remainder } = toLedger(chainAmount, coin);
  const fee = feeOf(seen, coin);
  return { amount, remainder, fee: amount > fee ? fee : 0n };
}

/** The chain's units in the ledger's, rounded down; what does not make a whole one is the remainder. */
export function toLedger(
  chainAmount: bigint,
  { decimals, ledgerDecimals }: Pick<CoinNetwork, 'decimals' | 'ledgerDecimals'>,
): { amount: bigint; remainder: bigint } {
  if (decimals <= ledgerDecimals)
    return { amount: chainAmount * powerOfTen(ledgerDecimals - decimals), remainder: 0n };
  const per = powerOfTen(decimals - ledgerDecimals);
  return { amount: chainAmount / per, remainder: chainAmount % per };
}

/** As many digits before the point as the tables keep, which is more than there is of any coin. */
const wholeDigits = 24;

/** The most that the ledger can count of a coin, whatever limit an operator sets. */
export function mostCountable({ ledgerDecimals }: Pick<CoinNetwork, 'ledgerDecimals'>): bigint {
  return powerOfTen(wholeDigits + Math.min(ledgerDecimals, 16)) - 1n;
}

function feeOf({ feeWhenSeen }: Pick<SeenTerms, 'feeWhenSeen'>, coin: CoinNetwork): bigint {
  return unitsUp(feeWhenSeen ?? coin.depositFee, coin.ledgerDecimals);
}

/** The larger of the maximum of then and of now: a lower one catches nothing that was seen before, and a higher one lets go what is held. */
function mostAllowed({ feeWhenSeen, maxWhenSeen }: SeenTerms, coin: CoinNetwork): bigint {
  const most = mostCountable(coin);
  const maxima = feeWhenSeen === null ? [coin.depositMax] : [coin.depositMax, maxWhenSeen];
  return maxima
    .map((max) => (max === null ? most : unitsDown(max, coin.ledgerDecimals)))
    .reduce((allowed, each) => largerUpTo(most, allowed, each), 0n);
}

function largerUpTo(most: bigint, left: bigint, right: bigint): bigint {
  const [larger = 0n] = left > right ? [left] : [right];
  if (larger > most) return most;
  return larger;
}

/** The tables keep 18 decimals, which may be finer than the ledger counts: a limit between two units allows what both its neighbours allow. */
const storedDecimals = 18;

function unitsDown(text: string, decimals: number): bigint {
  const parsed = parseDecimal(text, storedDecimals);
  if (!parsed.ok) throw new Error(`${text} is no amount.`);
  return parsed.value / powerOfTen(storedDecimals - decimals);
}

function unitsUp(text: string, decimals: number): bigint {
  const down = unitsDown(text, decimals);
  const parsed = parseDecimal(text, storedDecimals);
  return parsed.ok && parsed.value > down * powerOfTen(storedDecimals - decimals) ? down + 1n : down;
}
