import { useBestPrices } from '#market/market.ts';
import {
  isOptional,
  type OrderKind,
  type PriceField,
  pricedBy,
  priceFields,
} from '#orders/model/order-draft.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { NumericInput } from '#ui/field/numeric-input.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { fieldError } from './field-error.ts';
import { setLinked } from './set-linked.ts';
import type { OrderForm } from './use-order-form.ts';

function Steps({ order, field }: { order: OrderForm; field: PriceField }) {
  const { t } = useTranslation();
  const { form, math } = order;
  const step = (ticks: number) => () => {
    const now = math.price(form.values[field]) ?? math.price(order.lastPrice() ?? '') ?? 0;
    const next = Math.max(math.tick, (Math.floor(now / math.tick) + ticks) * math.tick);
    setLinked(order, field, math.showPrice(next));
  };
  return (
    <>
      <IconButton icon="minus" iconSize={14} label={t('trade.tickDown')} onClick={step(-1)} />
      <IconButton icon="plus" iconSize={14} label={t('trade.tickUp')} onClick={step(1)} />
    </>
  );
}

/** The prices of the book that a press puts into the field. They move, so they are drawn apart from the form. */
function BookPrices({ order, field }: { order: OrderForm; field: PriceField }) {
  const { t } = useTranslation();
  const prices = useBestPrices(order.pair);
  return (
    <span className="flex gap-1">
      {(['bid', 'mid', 'ask'] as const).map((name) => {
        const price = prices[name];
        return (
          <button
            key={name}
            type="button"
            className="trade-chip"
            disabled={price === null}
            onClick={() => price !== null && setLinked(order, field, price)}
          >
            {t(`trade.quick.${name}`)}
          </button>
        );
      })}
    </span>
  );
}

interface OnePriceProps {
  order: OrderForm;
  field: PriceField;
  /** Half as wide: the number alone, for the coin stands in the field above. */
  half?: boolean;
}

export function OnePrice({ order, field, half = false }: OnePriceProps) {
  const { t } = useTranslation();
  const { form, pair, math } = order;
  const { onValueChange: _, error, ...binding } = form.choice(field);
  const optional = isOptional(field, form.values);
  const worstHint = optional
    ? t(`trade.worstBound.${form.values.side}`)
    : t('trade.worstHint', { coin: pair.base.code });
  return (
    <NumericInput
      {...binding}
      error={fieldError(order, { field, error, t })}
      label={t(`trade.fields.${field}`)}
      labelEnd={field === pricedBy(form.values.kind) ? <BookPrices order={order} field={field} /> : undefined}
      maxDecimals={math.rules.price_decimals}
      // One below zero is told to be that, and not to be no number.
      allowMinus
      onValueChange={(value) => setLinked(order, field, value)}
      placeholder={optional ? t('trade.optional') : undefined}
      hint={field === 'worst_price' ? worstHint : undefined}
      suffix={half ? undefined : pair.quote.code}
      control={half ? undefined : <Steps order={order} field={field} />}
    />
  );
}

function Percent({ order: { form } }: { order: OrderForm }) {
  const { t } = useTranslation();
  return (
    <NumericInput
      {...form.choice('percent')}
      label={t('trade.fields.percent')}
      hint={t('trade.percentHint')}
      maxDecimals={4}
      allowMinus
      suffix="%"
    />
  );
}

/** Two prices that belong together share a line: a form of many fields must not be higher than a laptop. */
const pairedFields: Partial<Record<OrderKind, readonly PriceField[]>> = {
  oco: ['stop_price', 'limit_price'],
  pegged: ['min_price', 'max_price'],
};

/** The prices that the chosen kind of order has. The one of a market order is seldom named and stands in the fold. */
export function PriceFields({ order }: { order: OrderForm }) {
  const { kind } = order.form.values;
  if (kind === 'market') return null;
  const paired = pairedFields[kind] ?? [];
  return (
    <>
      {kind === 'pegged' && <Percent order={order} />}
      {priceFields[kind].map(
        (field) => !paired.includes(field) && <OnePrice key={field} order={order} field={field} />,
      )}
      {paired.length > 0 && (
        <div className="grid grid-cols-2 gap-2">
          {paired.map((field) => (
            <OnePrice key={field} order={order} field={field} half />
          ))}
        </div>
      )}
    </>
  );
}
