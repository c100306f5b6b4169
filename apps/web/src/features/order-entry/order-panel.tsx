import type { Pair } from '@emporion/contracts/rest';
import { type RefObject, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useIsLoggedIn } from '#api/session.ts';
import { useStatus } from '#live/server-status.ts';
import { asKind, type OrderKind, type OrderSide, pricedBy } from '#orders/model/order-draft.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { Form } from '#ui/form/form.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useIsPhone } from '#ui/layout/use-width.ts';
import { Amount } from '#ui/number/amount.tsx';
import { readableDecimals } from '#ui/number/format-number.ts';
import { SegmentedControl } from '#ui/tabs/segmented-control.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { AdvancedOptions } from './advanced-options.tsx';
import { MarketNotice, SaidAbove, SaidBelow } from './form-notices.tsx';
import { KindHelp } from './kind-help.tsx';
import { KindTabs } from './kind-tabs.tsx';
import { NothingAvailable } from './nothing-available.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PriceFields } from './price-fields.tsx';
import { setLinked } from './set-linked.ts';
import { SizeFields } from './size-fields.tsx';
import { type OrderForm, useOrderForm } from './use-order-form.ts';

/** What was chosen elsewhere on the page: a price of the book or the chart, a side or a kind by a key. */
export interface OrderPrefill {
  readonly serial: number;
  readonly side?: OrderSide;
  readonly kind?: OrderKind;
  readonly price?: string;
  /** It came by a key: whoever pressed it goes on in the form. */
  readonly byKey?: boolean;
}

export interface OrderPanelProps {
  pair: Pair;
  prefill?: OrderPrefill | null;
  /** Limit and market orders only, and nothing folded away. */
  simple?: boolean;
  /** The server has taken an order, which a toast tells of. */
  onPlaced?: () => void;
}

/** Another kind of order is another form, in which nothing is wrong yet. */
function chooseKind({ form }: OrderForm, kind: OrderKind): void {
  if (kind === form.values.kind) return;
  // The answer to what is on its way still belongs here.
  if (form.pending) form.setValue('kind', kind);
  else form.reset(asKind(form.values, kind));
}

/** Applies a prefill once; the serial tells two equal ones apart. Answers where the focus goes with one that came by a key. */
function usePrefill(order: OrderForm, prefill: OrderPrefill | null): RefObject<HTMLDivElement | null> {
  const fieldsRef = useRef<HTMLDivElement>(null);
  const latest = useRef(order);
  useEffect(() => {
    latest.current = order;
  });
  useEffect(() => {
    if (prefill === null) return;
    const { form } = latest.current;
    const { side, kind = form.values.kind, price } = prefill;
    if (side !== undefined) form.setValue('side', side);
    if (kind !== form.values.kind) chooseKind(latest.current, kind);
    if (price !== undefined) setLinked(latest.current, pricedBy(kind) ?? 'price', price);
    if (prefill.byKey) fieldsRef.current?.focus();
  }, [prefill]);
  return fieldsRef;
}

function AvailableRow({ order: { form, available, math, pair } }: { order: OrderForm }) {
  const { t } = useTranslation();
  const sells = form.values.side === 'sell';
  const coin = sells ? pair.base.code : pair.quote.code;
  const amount = sells ? math.showBase(available?.base ?? 0n) : math.showQuote(available?.quote ?? 0n);
  return (
    <p className="flex items-center justify-between gap-2">
      <span className="text-muted">{t('trade.available')}</span>
      <span className="flex items-center gap-1">
        {available === null ? (
          '–'
        ) : (
          <Amount value={amount} decimals={readableDecimals(amount)} trimZeros unit={coin} />
        )}
        <Link
          to={`/wallet/deposit/${coin}`}
          className="icon-button"
          aria-label={t('trade.depositCoin', { coin })}
          title={t('trade.depositCoin', { coin })}
        >
          <Icon name="arrow-down-to-line" size={14} />
        </Link>
      </span>
    </p>
  );
}

/** One button that names side and coin; a visitor is led to login and back here. */
function Submit({ order: { form, pair } }: { order: OrderForm }) {
  const { t } = useTranslation();
  const loggedIn = useIsLoggedIn();
  const { pathname } = useLocation();
  const { state } = pair.rules;
  const isMaintained = useStatus('maintenance');
  if (!loggedIn) {
    const query = new URLSearchParams({ redirectFrom: pathname, params: pair.code });
    return (
      <LinkButton to={`/login?${query}`} size="big" wide>
        {t('trade.logIn')}
      </LinkButton>
    );
  }
  const { kind, post_only } = form.values;
  const fits = state === 'open' || (state === 'post_only' && kind === 'limit' && post_only);
  return (
    <Button
      type="submit"
      size="big"
      wide
      color={form.values.side === 'buy' ? 'green' : 'red'}
      loading={form.pending}
      disabled={!fits || isMaintained}
    >
      {!fits && state !== 'post_only'
        ? t('trade.closed')
        : t(`trade.submit.${form.values.side}`, { coin: pair.base.code })}
    </Button>
  );
}

/** The mark is for the eye alone. */
function Side({ mark, name }: { mark: string; name: string }) {
  return (
    <>
      <span aria-hidden="true">{`${mark} `}</span>
      {name}
    </>
  );
}

/** Where orders are written. One form per pair: what was written for one is not sent to another. */
export function OrderPanel({ pair, prefill = null, simple = false, onPlaced }: OrderPanelProps) {
  const { t } = useTranslation();
  const order = useOrderForm(pair, onPlaced);
  const { form } = order;
  const loggedIn = useIsLoggedIn();
  const isPhone = useIsPhone();
  const fieldsRef = usePrefill(order, prefill);
  const { state } = pair.rules;
  return (
    <Form form={form} className="trade-form" message={false}>
      {isPhone && <SaidAbove order={order} />}
      <SegmentedControl
        label={t('trade.sideLabel')}
        segments={[
          { value: 'buy', label: <Side mark="▲" name={t('trade.side.buy')} />, tone: 'buy' },
          { value: 'sell', label: <Side mark="▼" name={t('trade.side.sell')} />, tone: 'sell' },
        ]}
        value={form.values.side}
        onValueChange={(side) => form.setValue('side', side)}
      />
      <KindTabs kind={form.values.kind} onKind={(kind) => chooseKind(order, kind)} simple={simple} />
      <MarketNotice order={order} />
      {loggedIn && <AvailableRow order={order} />}
      {loggedIn && <NothingAvailable order={order} />}
      {/* Before the fields and not in one: there the next key would be written, and one typed by mistake would change the order. */}
      <div ref={fieldsRef} tabIndex={-1} className="trade-fields">
        <KindHelp order={order} />
        <fieldset disabled={state === 'halted' || state === 'cancel_only'} className="contents">
          <PriceFields order={order} />
          <SizeFields order={order} />
        </fieldset>
      </div>
      {/* A market that only lets orders rest needs the fold for that very word. */}
      {(!simple || pair.rules.state === 'post_only') && <AdvancedOptions order={order} />}
      <OrderSummary order={order}>
        <Submit order={order} />
        {!isPhone && <SaidBelow order={order} />}
      </OrderSummary>
    </Form>
  );
}
