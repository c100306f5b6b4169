import type { CardOrder } from '@emporion/contracts/rest';
import { Amount } from '#ui/number/amount.tsx';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { kindOf } from './card-draft.ts';
import { Line } from './preview-panel.tsx';

/** The currency of an order, whichever side it is on. */
export function currencyOf({ side, give_coin, receive_coin }: CardOrder): string {
  return side === 'buy' ? give_coin : receive_coin;
}

export function cardText(card: CardOrder['card'], to: string | null): string | null {
  return card === null ? to : `${card.brand.toUpperCase()} ···· ${card.last_four}`;
}

/** What a sale is paid out to, by how it is paid. */
const payouts = { card: 'card', wallet: 'payeer', bank: 'iban' } as const;

/** Everything about an order, line by line. */
export function OrderFacts({ order }: { order: CardOrder }) {
  const { t, i18n } = useTranslation();
  const { side, give, give_coin, receive_coin, expected, received, fee, kept, reversed, card, to, date, id } =
    order;
  const { remainder } = order;
  const time = dateFormat(i18n.language, dateStyles.moment);
  const shown = { decimals: 18, trimZeros: true };
  const paid = cardText(card, to);
  const isOver = received !== null || kept !== null || reversed !== null;
  return (
    <dl className="divide-y divide-border/20">
      <Line name={t(isOver ? (side === 'buy' ? 'card.youPaid' : 'card.youSold') : `card.${side}Form.give`)}>
        <Amount value={give} {...shown} unit={give_coin} />
      </Line>
      <Line name={t(received === null ? 'card.expected' : 'card.received')}>
        <Amount value={received ?? expected} {...shown} unit={receive_coin} className="font-semibold" />
      </Line>
      {remainder !== null && (
        <Line name={t('card.remainder')}>
          <Amount value={remainder.amount} {...shown} unit={remainder.currency} />
        </Line>
      )}
      {kept !== null && (
        <Line name={t('card.onBalance')}>
          <Amount value={kept.amount} {...shown} unit={kept.currency} />
        </Line>
      )}
      {order.refunds.map(({ kind, status, date: day, amount }) => (
        <Line key={day} name={t(kind === 'refund' ? `card.refund.${status}` : 'card.refund.charged_back')}>
          <Amount value={amount} decimals={2} unit={give_coin} />
          <time dateTime={day} className="block text-xs text-muted">
            {time.format(Date.parse(day))}
          </time>
        </Line>
      ))}
      {reversed !== null && (
        <Line name={t('card.reversed.takenLine')}>
          <Amount value={reversed.taken} decimals={2} unit={reversed.currency} />
        </Line>
      )}
      {reversed !== null && /[1-9]/.test(reversed.open) && (
        <Line name={t('card.reversed.openLine')}>
          <Amount value={reversed.open} decimals={2} unit={reversed.currency} />
        </Line>
      )}
      <Line name={t('card.fee')}>
        <Amount value={fee} decimals={2} unit={currencyOf(order)} />
      </Line>
      {order.trading_fees.length > 0 && (
        <Line name={t('card.tradingFee')}>
          {order.trading_fees.map((paid) => (
            <Amount key={paid.market} value={paid.amount} {...shown} unit={paid.coin} className="block" />
          ))}
        </Line>
      )}
      <Line name={t('card.method')}>
        {t(side === 'buy' ? `card.methods.${order.method}` : `card.payouts.${payouts[kindOf(order.method)]}`)}
      </Line>
      {paid !== null && <Line name={t(side === 'buy' ? 'card.payWith' : 'card.payTo')}>{paid}</Line>}
      <Line name={t('card.date')}>
        <time dateTime={date}>{time.format(Date.parse(date))}</time>
      </Line>
      <Line name={t('card.number')}>
        <span className="num text-xs break-all text-muted">{id}</span>
      </Line>
    </dl>
  );
}
