import { isByTotal, type OrderDraft } from './order-draft.ts';

type Sized = { quantity: string } | { total: string };

/** How an order reaches the server: which call, and what it says. */
export type OrderBody = ReturnType<typeof orderBody>;

function sizeOf(draft: OrderDraft): Sized {
  return isByTotal(draft) ? { total: draft.total } : { quantity: draft.quantity };
}

function worstOf({ worst_price }: OrderDraft) {
  return worst_price === '' ? {} : { worst_price };
}

/** Only what its owner has changed is said of how long an order lasts. */
function lastingOf({ time_in_force }: OrderDraft) {
  return time_in_force === 'gtc' ? {} : { time_in_force };
}

/** The body of each kind of order, and the name of the call that takes it. */
export function orderBody(draft: OrderDraft, pair: string) {
  const { quantity, price, stop_price, limit_price, trail, percent, min_price, max_price } = draft;
  const every = { pair, operation: draft.side };
  switch (draft.kind) {
    case 'limit':
      return {
        call: 'place',
        body: {
          type: 0,
          ...every,
          quantity,
          price,
          ...lastingOf(draft),
          ...(draft.post_only ? { post_only: true } : {}),
        },
      } as const;
    case 'market':
      return { call: 'placeMarket', body: { ...every, ...sizeOf(draft), ...worstOf(draft) } } as const;
    case 'stop_limit':
      return {
        call: 'placeStopLimit',
        body: { ...every, quantity, stop_price, limit_price, ...lastingOf(draft) },
      } as const;
    case 'stop':
      return {
        call: 'place',
        body: { type: 2, ...every, ...sizeOf(draft), ...worstOf(draft), stop_price },
      } as const;
    case 'trailing_stop':
      return {
        call: 'place',
        body: { type: 5, ...every, ...sizeOf(draft), ...worstOf(draft), trail },
      } as const;
    case 'pegged':
      return {
        call: 'place',
        body: { type: 3, ...every, quantity, percent, min_price, max_price },
      } as const;
    case 'oco':
      return {
        call: 'placeOco',
        body: { ...every, quantity, price, stop_price, ...(limit_price === '' ? {} : { limit_price }) },
      } as const;
  }
}
