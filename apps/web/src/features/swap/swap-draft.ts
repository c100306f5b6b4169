import type { CoinState } from '#live/coin-state.ts';
import { toUnits } from '#market/units.ts';
import type { Asked } from './swap-queries.ts';

/** What somebody is about to swap: the address has it too, so that it survives a login or a reload. */
export type Draft = Omit<Asked, 'slippage'>;

const firstPair = { from: 'USDT', to: 'BTC' } as const;

export function draftOf(address: URLSearchParams, coins: readonly Pick<CoinState, 'code'>[]): Draft {
  const isCoin = (code: string | null): code is string => coins.some((coin) => coin.code === code);
  const other = (than: string) =>
    [firstPair.from, firstPair.to, ...coins.map(({ code }) => code)].find(
      (code) => code !== than && isCoin(code),
    ) ?? than;
  const [askedFrom, askedTo] = [address.get('from'), address.get('to')];
  const from = isCoin(askedFrom) ? askedFrom : isCoin(askedTo) ? other(askedTo) : other(firstPair.to);
  const to = isCoin(askedTo) && askedTo !== from ? askedTo : other(from);
  const receive = amountIn(address, 'receive');
  return receive === ''
    ? { from, to, side: 'give', amount: amountIn(address, 'give') }
    : { from, to, side: 'receive', amount: receive };
}

/** Whether it is an amount above zero. What else is written has its sentence at the field, and nobody is asked about it. */
export function isAmount(text: string): boolean {
  return /^\d{1,24}(?:\.\d{1,18})?$/.test(text) && /[1-9]/.test(text);
}

function amountIn(address: URLSearchParams, side: Draft['side']): string {
  const text = address.get(side) ?? '';
  return isAmount(text) ? text : '';
}

export function addressOf({ from, to, side, amount }: Draft): URLSearchParams {
  return new URLSearchParams({ from, to, ...(isAmount(amount) ? { [side]: amount } : {}) });
}

/** The two coins change places; what was to leave is now to arrive. */
export function flipped({ from, to, side, amount }: Draft): Draft {
  return { from: to, to: from, side: side === 'give' ? 'receive' : 'give', amount };
}

/** Choosing the coin that stands on the other side changes the two. */
export function withCoin(draft: Draft, place: 'from' | 'to', code: string): Draft {
  const other = place === 'from' ? 'to' : 'from';
  if (draft[other] === code) return { ...draft, from: draft.to, to: draft.from };
  return { ...draft, [place]: code };
}

export function exceeds(amount: string, available: string): boolean {
  return toUnits(amount) > toUnits(available);
}

/** From here on somebody is warned that the books are thin for so much. */
const warnedImpact = 1;
const gravelyWarnedImpact = 5;

export function warningOf(impact: string): 'none' | 'high' | 'very-high' {
  const percent = Number(impact);
  if (percent >= gravelyWarnedImpact) return 'very-high';
  return percent >= warnedImpact ? 'high' : 'none';
}
