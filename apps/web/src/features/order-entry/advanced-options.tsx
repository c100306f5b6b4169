import { lazy, Suspense, useState } from 'react';
import { hasPostOnly, hasTimeInForce, type TimeInForce } from '#orders/model/order-draft.ts';
import { Checkbox } from '#ui/field/checkbox.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { OnePrice } from './price-fields.tsx';
import type { OrderForm } from './use-order-form.ts';

/** What is folded away is not loaded before somebody unfolds it. */
const SelectList = lazy(async () => ({ default: (await import('#ui/field/select-list.tsx')).SelectList }));

const times: readonly TimeInForce[] = ['gtc', 'ioc', 'fok'];

function isTime(value: string): value is TimeInForce {
  return times.some((time) => time === value);
}

/** How long the order lasts and whether it may take. Most orders never need it, so it is folded away. */
export function AdvancedOptions({ order }: { order: OrderForm }) {
  const { t } = useTranslation();
  const [unfolded, setUnfolded] = useState(false);
  const { form } = order;
  const { kind, post_only, time_in_force } = form.values;
  if (kind !== 'market' && !hasTimeInForce.has(kind)) return null;
  return (
    <details
      className="trade-fold"
      open={form.choice('worst_price').error === undefined ? undefined : true}
      onToggle={(event) => {
        if (event.currentTarget.open) setUnfolded(true);
      }}
    >
      <summary className="text-muted">{t('trade.advanced')}</summary>
      <div className="flex flex-col gap-2 pt-2">
        {kind === 'market' && <OnePrice order={order} field="worst_price" />}
        {unfolded && hasTimeInForce.has(kind) && (
          <Suspense fallback={null}>
            <SelectList
              label={t('trade.fields.time_in_force')}
              hint={t(`trade.timeHelp.${time_in_force}`)}
              options={times.map((value) => ({ value, html: t(`trade.times.${value}`) }))}
              value={time_in_force}
              onValueChange={(value) => {
                if (!isTime(value)) return;
                form.setValue('time_in_force', value);
                if (value !== 'gtc') form.setValue('post_only', false);
              }}
            />
          </Suspense>
        )}
        {hasPostOnly.has(kind) && (
          <Checkbox
            label={t('trade.postOnly')}
            title={t('trade.postOnlyHelp')}
            value={post_only}
            disabled={time_in_force !== 'gtc'}
            onValueChange={(on) => form.setValue('post_only', on)}
          />
        )}
      </div>
    </details>
  );
}
