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

/** Where the part of the panel that is seen ends: a panel that does not scroll ends with the window. */
function endOfSight(panel: Element): number {
  const scrolls = getComputedStyle(panel).overflowY === 'auto';
  return scrolls ? panel.getBoundingClientRect().bottom : window.innerHeight;
}

/** Puts what is said below the button, or above it where it would push the button up. Nothing is painted in between. */
function placeSaid(said: HTMLElement, foot: HTMLElement, panel: Element): void {
  foot.removeAttribute('data-full');
  foot.style.removeProperty('--spare');
  if (said.querySelector('p, a') === null) return;
  const bottom = (): number => foot.getBoundingClientRect().bottom;
  foot.style.position = 'static';
  said.hidden = true;
  const spare = Math.max(0, endOfSight(panel) - bottom());
  said.hidden = false;
  const isFull = bottom() > endOfSight(panel) + 0.5;
  foot.style.removeProperty('position');
  foot.toggleAttribute('data-full', isFull);
  // The foot sticks to the end of the panel now, and the button stays where it was.
  if (isFull) foot.style.setProperty('--spare', `${spare}px`);
}

/**
 * Below the button, where most windows have room, so that nothing above moves when a message comes. Where the panel is
 * full, the message stands over the end of the fields instead: the button must not move away under a second press.
 */
export function SaidBelow({ order }: { order: OrderForm }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const said = ref.current;
    const [foot, panel] = [said?.parentElement, said?.closest('.desk-form')];
    if (said && foot && panel) placeSaid(said, foot, panel);
  });
  return (
    <div ref={ref} className="trade-said">
      <Said order={order} />
    </div>
  );
}
