import { chosen } from '#language/brand.ts';
import { classNames } from '#ui/class-names.ts';

/** The coins that have a mark of their own in /public/coins/. */
export const drawnCoins = 'arb bnb btc eth eur pol rbtc rub trx usd usdt xrp'.split(' ');

export interface CoinLogoProps {
  /** The coin's code, in either case. */
  code: string;
  size?: number | undefined;
  className?: string | undefined;
}

/** The pictures that staff gave to coins, as the server writes them into the page. */
const given = new Map(chosen.coins?.split(' ').map((each) => each.split(':') as [string, string]));

export function coinLogoUrl(code: string): string {
  const lower = code.toLowerCase();
  const file = given.get(lower);
  if (file) return `/public/brand/${file}`;
  return `/public/coins/${drawnCoins.find((coin) => coin === lower) ?? 'generic'}.svg`;
}

/** The round mark of a coin. It is decoration: the code stands beside it in words. */
export function CoinLogo({ code, size = 24, className }: CoinLogoProps) {
  return (
    <img
      src={coinLogoUrl(code)}
      alt=""
      width={size}
      height={size}
      className={classNames('flex-none rounded-full', className)}
      draggable={false}
    />
  );
}
