import { canSizeByTotal, isByTotal, pricedBy } from '#orders/model/order-draft.ts';
import { NumericInput } from '#ui/field/numeric-input.tsx';
import { showNumber } from '#ui/field/numeric-text.ts';
import { useNumberStyle } from '#ui/number/number-style.ts';
import { SegmentedControl } from '#ui/tabs/segmented-control.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { fieldError } from './field-error.ts';
import { PercentRow } from './percent-row.tsx';
import { setLinked } from './set-linked.ts';
import type { OrderForm } from './use-order-form.ts';

function Quantity({ order }: { order: OrderForm }) {
  const { t } = useTranslation();
  const style = useNumberStyle();
  const { form, pair, math } = order;
  const { error, ...binding } = form.choice('quantity');
  return (
    <NumericInput
      {...binding}
      error={fieldError(order, { field: 'quantity', error, t })}
      label={t('trade.fields.quantity')}
      maxDecimals={math.rules.quantity_decimals}
      allowMinus
      onValueChange={(value) => setLinked(order, 'quantity', value)}
      placeholder={showNumber(math.rules.quantity_min, style)}
      suffix={pair.base.code}
    />
  );
}

function Total({ order }: { order: OrderForm }) {
  const { t } = useTranslation();
  const { form, pair, math } = order;
  const { error, ...binding } = form.choice('total');
  return (
    <NumericInput
      {...binding}
      error={fieldError(order, { field: 'total', error, t })}
      label={t('trade.fields.total')}
      maxDecimals={math.rules.quote_decimals}
      // A total that only follows is not checked by itself.
      allowMinus={isByTotal(form.values)}
      onValueChange={(value) => setLinked(order, 'total', value)}
      suffix={pair.quote.code}
    />
  );
}

/** How much: an amount, a total, or both where a price ties them together. */
export function SizeFields({ order }: { order: OrderForm }) {
  const { t } = useTranslation();
  const { form, pair } = order;
  const { values } = form;
  return (
    <>
      {canSizeByTotal(values) && (
        <SegmentedControl
          label={t('trade.sizeBy')}
          segments={[
            { value: 'quantity', label: t('trade.by.quantity', { coin: pair.base.code }) },
            { value: 'total', label: t('trade.by.total', { coin: pair.quote.code }) },
          ]}
          value={values.by}
          onValueChange={(by) => form.setValue('by', by)}
        />
      )}
      {isByTotal(values) ? <Total order={order} /> : <Quantity order={order} />}
      <PercentRow order={order} />
      {pricedBy(values.kind) !== null && <Total order={order} />}
    </>
  );
}
