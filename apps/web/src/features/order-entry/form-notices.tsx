import { Icon } from '#ui/icon/icon.tsx';
import { useOnline } from '#ui/state/online.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { OrderForm } from './use-order-form.ts';

/**
 * What stands in the way of any order just now. The region is there before it speaks, or it would not be heard. What the
 * form says of an order that did not arrive says more than that there is no network, and both at once are one too many.
 */
export function FormNotices({ order: { form, pair } }: { order: OrderForm }) {
  const { t } = useTranslation();
  const online = useOnline();
  const said = [
    ...(online || form.message !== undefined ? [] : [t('trade.offline')]),
    ...(pair.rules.state === 'post_only' ? [t('trade.postOnlyMarket')] : []),
  ].join(' ');
  return (
    <div role="status" className="empty:hidden">
      {said !== '' && (
        <p className="flex gap-2 rounded-md bg-raised px-3 py-2 text-sm text-pretty text-warn">
          <Icon name="circle-alert" size={16} className="mt-0.5 shrink-0" />
          <span>{said}</span>
        </p>
      )}
    </div>
  );
}
