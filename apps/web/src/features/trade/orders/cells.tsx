import type { Order } from '@emporion/contracts/rest';
import { useTranslation } from 'react-i18next';
import { Amount } from '#ui/number/amount.tsx';
import { kindOf } from './order-kind.ts';

/** Day and time to the second, in the reader's own time zone. */
export function MomentCell({ moment }: { moment: string }) {
  const { i18n } = useTranslation();
  const text = new Intl.DateTimeFormat(i18n.language, {
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(new Date(moment));
  return (
    <time dateTime={moment} className="num text-muted">
      {text}
    </time>
  );
}

export function SideCell({ side }: { side: Order['operation'] }) {
  const { t } = useTranslation();
  return (
    <span className={side === 'buy' ? 'text-buy' : 'text-sell'}>
      {`${side === 'buy' ? '▲' : '▼'} ${t(`trade.side.${side}`)}`}
    </span>
  );
}

export function KindCell({ order }: { order: Order }) {
  const { t } = useTranslation();
  const kind = t(`trade.kinds.${kindOf(order)}`);
  return <span>{order.linked_to === null ? kind : `${kind} · ${t('trade.orders.linked')}`}</span>;
}

/** A price, or a word where there is none. */
export function PriceCell({ price }: { price: string | null }) {
  const { t } = useTranslation();
  if (price === null) return <span className="text-muted">{t('trade.orders.anyPrice')}</span>;
  return <Amount value={price} trimZeros />;
}

export function OptionalPrice({ price }: { price: string | null }) {
  return price === null ? <span className="text-muted">{'–'}</span> : <Amount value={price} trimZeros />;
}

export function FilledCell({ order }: { order: Order }) {
  const filled = Number(order.filled);
  const whole = Number(order.quantity);
  // A share for the eye; the exact figures stand beside it.
  const percent = whole === 0 ? 0 : Math.floor((filled / whole) * 100);
  return (
    <span>
      <Amount value={order.filled} trimZeros />
      <span className="text-muted">{` · ${percent} %`}</span>
    </span>
  );
}

export function StatusCell({ status }: { status: Order['status'] }) {
  const { t } = useTranslation();
  return <span>{t(`trade.status.${status}`)}</span>;
}
