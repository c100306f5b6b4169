import type { QueuedMessage } from '#platform/messages/message-store.ts';

/** How an attempt ended. `reason` is short and holds nothing of the message, so it may be logged; `detail` is kept with the message. */
export type DeliveryOutcome =
  | { readonly kind: 'delivered' }
  /** Trying again would end the same way. */
  | { readonly kind: 'refused'; readonly reason: string; readonly detail?: string }
  /** The other side is away or busy. */
  | { readonly kind: 'postponed'; readonly reason: string; readonly detail?: string };

/** A way to get a message to its reader. It answers with an outcome and does not throw for what the other side does. */
export type Delivery = (message: QueuedMessage, signal: AbortSignal) => Promise<DeliveryOutcome>;
