import type { CardOrder } from '@emporion/contracts/rest';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { kindOf } from './card-draft.ts';

const tones: Readonly<Partial<Record<CardOrder['status'], string>>> = {
  completed: 'text-buy',
  refused: 'text-sell',
  failed: 'text-sell',
  charged_back: 'text-sell',
  expired: 'text-muted',
  refunded: 'text-muted',
};

/** Of these the amount is what would have come; what was refused may still be paid with another card. */
const nothingCame: ReadonlySet<CardOrder['status']> = new Set(['expired', 'failed']);

/** A cancelled payment was not declined, and of what was refunded in part the rest is a purchase. */
function shortOf({ status, reason, refunds }: CardOrder): string {
  if (status === 'refused' && reason === 'cancelled') return 'cancelled';
  return status === 'completed' && refunds.length > 0 ? 'refunded_in_part' : status;
}

function Row({ order, onOpen }: { order: CardOrder; onOpen(id: string): void }) {
  const { t, i18n } = useTranslation();
  const { id, side, status, method, date, give, give_coin, receive_coin, received, expected } = order;
  const shown = { decimals: 18, trimZeros: true };
  return (
    <li className="border-t hairline first:border-t-0">
      <button
        type="button"
        className="-mx-2 flex min-h-14 w-[calc(100%+1rem)] items-center gap-3 rounded-md px-2 py-2 text-start hover:bg-raised/60"
        onClick={() => onOpen(id)}
      >
        <Icon name="credit-card" size={18} className="flex-none text-muted" />
        <span className="min-w-0 flex-1">
          <span className="block">
            {t(`card.${side === 'buy' ? 'bought' : 'soldCoin'}.${kindOf(method)}`, {
              coin: side === 'buy' ? receive_coin : give_coin,
            })}
          </span>
          <time dateTime={date} className="text-xs text-muted">
            {dateFormat(i18n.language, dateStyles.moment).format(Date.parse(date))}
          </time>
        </span>
        <span className="text-end">
          <Amount
            value={received ?? expected}
            {...shown}
            unit={receive_coin}
            className={classNames('block', nothingCame.has(status) && 'text-muted line-through')}
          />
          <span className="block text-xs text-muted">
            <span className={tones[status] ?? 'text-warn'}>{t(`card.short.${shortOf(order)}`)}</span>
            {' · '}
            <Amount value={give} {...shown} unit={give_coin} />
          </span>
        </span>
      </button>
    </li>
  );
}

export function OrderRows({ orders, onOpen }: { orders: readonly CardOrder[]; onOpen(id: string): void }) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t('card.orders')}>
      {orders.map((order) => (
        <Row key={order.id} order={order} onOpen={onOpen} />
      ))}
    </ul>
  );
}
