/** The kinds of order as the form offers them. The last is two orders of which one cancels the other. */
export const orderKinds = [
  'limit',
  'market',
  'stop_limit',
  'stop',
  'trailing_stop',
  'pegged',
  'oco',
] as const;
export type OrderKind = (typeof orderKinds)[number];
export type OrderSide = 'buy' | 'sell';
export type TimeInForce = 'gtc' | 'ioc' | 'fok';

/** What somebody is writing. The fields are named as on the wire, so that a refusal finds its place. */
export interface OrderDraft {
  readonly side: OrderSide;
  readonly kind: OrderKind;
  /** A buy that takes any price can be sized by what it spends. */
  readonly by: 'quantity' | 'total';
  readonly price: string;
  readonly quantity: string;
  readonly total: string;
  readonly stop_price: string;
  readonly limit_price: string;
  readonly worst_price: string;
  readonly trail: string;
  readonly percent: string;
  readonly min_price: string;
  readonly max_price: string;
  readonly time_in_force: TimeInForce;
  readonly post_only: boolean;
}

export const emptyDraft: OrderDraft = {
  side: 'buy',
  kind: 'limit',
  by: 'quantity',
  price: '',
  quantity: '',
  total: '',
  stop_price: '',
  limit_price: '',
  worst_price: '',
  trail: '',
  percent: '',
  min_price: '',
  max_price: '',
  time_in_force: 'gtc',
  post_only: false,
};

export type PriceField =
  | 'price'
  | 'stop_price'
  | 'limit_price'
  | 'worst_price'
  | 'trail'
  | 'min_price'
  | 'max_price';

/** The prices that each kind asks for, in the order of the form. */
export const priceFields: Readonly<Record<OrderKind, readonly PriceField[]>> = {
  limit: ['price'],
  market: ['worst_price'],
  stop_limit: ['stop_price', 'limit_price'],
  stop: ['stop_price', 'worst_price'],
  trailing_stop: ['trail', 'worst_price'],
  pegged: ['min_price', 'max_price'],
  oco: ['price', 'stop_price', 'limit_price'],
};

const anyPrice: ReadonlySet<OrderKind> = new Set(['market', 'stop', 'trailing_stop']);

/** Whether the kind can be sized by a total at all: it takes any price, and it buys. */
export function canSizeByTotal({ kind, side }: Pick<OrderDraft, 'kind' | 'side'>): boolean {
  return side === 'buy' && anyPrice.has(kind);
}

export function isByTotal(draft: Pick<OrderDraft, 'kind' | 'side' | 'by'>): boolean {
  return canSizeByTotal(draft) && draft.by === 'total';
}

/** What bounds a stop may be left out, except of a buy by quantity that waits: money is held for it. */
export function isOptional(field: PriceField, draft: OrderDraft): boolean {
  if (field === 'limit_price') return draft.kind === 'oco' && draft.side === 'sell';
  if (field !== 'worst_price') return false;
  return draft.kind === 'market' || draft.side === 'sell' || isByTotal(draft);
}

/** The same order as another kind: what only the kind of before has asked for does not go along unseen. */
export function asKind(draft: OrderDraft, kind: OrderKind): OrderDraft {
  const { limit_price, worst_price, trail, percent, min_price, max_price } = emptyDraft;
  return { ...draft, kind, limit_price, worst_price, trail, percent, min_price, max_price };
}

/** Which kinds know how long they last, and which can be kept from taking. */
export const hasTimeInForce: ReadonlySet<OrderKind> = new Set(['limit', 'stop_limit']);
export const hasPostOnly: ReadonlySet<OrderKind> = new Set(['limit']);

/** Whether what the order will trade at is not known before it trades. Of two orders, either may. */
export function isEstimated({ kind }: Pick<OrderDraft, 'kind'>): boolean {
  return anyPrice.has(kind) || kind === 'oco';
}

/** The field whose price times the quantity is the total. */
export function pricedBy(kind: OrderKind): PriceField | null {
  if (kind === 'limit' || kind === 'oco') return 'price';
  return kind === 'stop_limit' ? 'limit_price' : null;
}
