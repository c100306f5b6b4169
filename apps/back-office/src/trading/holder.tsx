import type { StaffOrder } from '@emporion/contracts/rest';
import { Link } from 'react-router';

/** Whose something is, with the way to them. */
export function Holder({ user: { id, username } }: Pick<StaffOrder, 'user'>) {
  return (
    <Link to={`/users/${id}`} className="text-accent hover:underline" title={id}>
      {username ?? `${id.slice(0, 8)}…`}
    </Link>
  );
}

export function Side({ side }: { side: 'buy' | 'sell' }) {
  return <span className={side === 'buy' ? 'text-buy' : 'text-sell'}>{side === 'buy' ? 'Buy' : 'Sell'}</span>;
}
