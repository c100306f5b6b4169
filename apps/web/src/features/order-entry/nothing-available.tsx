import { Link } from 'react-router';
import { isDemo } from '#api/mode.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { OrderForm } from './use-order-form.ts';

/** Whoever has nothing to pay with is told where it comes from. */
export function NothingAvailable({ order: { form, available, pair } }: { order: OrderForm }) {
  const { t } = useTranslation();
  const sells = form.values.side === 'sell';
  if (available === null || (sells ? available.base : available.quote) > 0n) return null;
  const coin = sells ? pair.base.code : pair.quote.code;
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 rounded-md bg-raised px-3 py-1 text-sm">
      <span className="text-muted">{t('trade.noneYet', { coin })}</span>
      <Link
        to={isDemo() ? '/wallet' : `/wallet/deposit/${coin}`}
        className="py-2 font-semibold text-accent underline-offset-4 hover:underline"
      >
        {isDemo() ? t('trade.testCoins') : t('trade.depositCoin', { coin })}
      </Link>
    </p>
  );
}
