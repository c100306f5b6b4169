import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { AskLink } from '#ui/ask-link.tsx';
import { FormMessage } from '#ui/form/form.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useOnline } from '#ui/state/online.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { OrderForm } from './use-order-form.ts';

/** The region is in the page before it speaks, or assistive technology would not announce it. */
function Notice({ children }: { children: string }) {
  return (
    <div role="status" className="empty:hidden">
      {children !== '' && (
        <p className="flex gap-2 rounded-md bg-raised px-3 py-2 text-sm text-pretty text-warn">
          <Icon name="circle-alert" size={16} className="mt-0.5 shrink-0" />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}

/** What the market takes at present, above the fields: it decides which order is worth writing. */
export function MarketNotice({ order: { pair } }: { order: OrderForm }) {
  const { t } = useTranslation();
  return <Notice>{pair.rules.state === 'post_only' ? t('trade.postOnlyMarket') : ''}</Notice>;
}

/**
 * What became of the last press, and whether there is a network at all. A message about an order that did not arrive
 * says more than that there is no network, so both never stand together.
 */
function Said({ order: { form, refused } }: { order: OrderForm }) {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <>
      <FormMessage message={form.message} />
      <Notice>{online || form.message !== undefined ? '' : t('trade.offline')}</Notice>
      {refused !== null && (
        <AskLink about={`refusal:${refused.code}`} said={refused.said} text={t('trade.orders.ask')} />
      )}
    </>
  );
}

/** At the top of the sheet of a phone, which grows upwards: nothing below it moves. */
export function SaidAbove({ order }: { order: OrderForm }): ReactNode {
  return <Said order={order} />;
}

/**
 * Below the button, where most windows have room, so that nothing above moves when a message comes. Where the panel is
 * full, the message stands over the end of the fields instead: the button must not move away under a second press.
 */
export function SaidBelow({ order }: { order: OrderForm }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [foot, panel] = [ref.current?.parentElement, ref.current?.closest('.desk-form')];
    if (!foot || !panel) return;
    foot.removeAttribute('data-full');
    foot.toggleAttribute('data-full', panel.scrollHeight > panel.clientHeight);
  });
  return (
    <div ref={ref} className="trade-said">
      <Said order={order} />
    </div>
  );
}
