import type { ReviewedWithdrawal } from '@emporion/contracts/rest';
import { CoinAmount } from './coin-amount.tsx';

const shownMax = 8;

/** Whose money is decided on together, and how much it is in all. */
export function Chosen({ rows }: { rows: readonly ReviewedWithdrawal[] }) {
  const known = rows.filter(({ value }) => value !== null);
  const total = known.reduce((sum, { value }) => sum + Number(value), 0);
  const about = total.toLocaleString('en', { maximumFractionDigits: 2 });
  const unknown = rows.length - known.length;
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-1 text-text">
        {rows.slice(0, shownMax).map(({ id, user, amount, currency }) => (
          <li key={id} className="flex justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">{user.username}</span>
            <CoinAmount value={amount} coin={currency} />
          </li>
        ))}
        {rows.length > shownMax && <li>{`and ${rows.length - shownMax} more`}</li>}
      </ul>
      <p>
        {`Together about ${about} USDT${unknown === 0 ? '' : `, and ${unknown} of unknown value`}. `}
        Each is decided on by itself. Large ones need a second person and are left as they are.
      </p>
    </div>
  );
}
