import { CoinLogo } from '@emporion/web/ui/coin/coin-logo.tsx';
import { Amount } from '@emporion/web/ui/number/amount.tsx';

/** An amount with its coin, exact. */
export function CoinAmount({ value, coin }: { value: string; coin: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Amount value={value} decimals={18} trimZeros unit={coin} />
      <CoinLogo code={coin} size={16} />
    </span>
  );
}

/** A figure of a coin whose column says which. */
export function Figure({ value }: { value: string | null }) {
  return value === null ? '–' : <Amount value={value} decimals={18} trimZeros />;
}

/** The same where the last digits of a coin with eighteen would only be noise; the whole is its title. */
export function RoundFigure({ value }: { value: string }) {
  return (
    <span title={value}>
      <Amount value={value} decimals={8} trimZeros />
    </span>
  );
}
