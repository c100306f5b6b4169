import type { ServerMessage, SubscriptionName, SubscriptionParams } from '@emporion/contracts/sockets';

/** Something a page wants to be told about, as the wire names it. */
export type Subscription = {
  [Name in SubscriptionName]: { readonly name: Name; readonly params: SubscriptionParams<Name> };
}[SubscriptionName];

/** The messages that belong to a subscription; they carry its name as their kind. */
export type MessageOf<Name extends SubscriptionName> = Extract<ServerMessage, { kind: Name }>;

export type FeedMessage = MessageOf<SubscriptionName>;

export function isFeedMessage(message: ServerMessage): message is FeedMessage {
  return 'sequence' in message;
}

function definedParams(subscription: Subscription): [string, unknown][] {
  return Object.entries(subscription.params).filter(([, value]) => value !== undefined);
}

/** Two subscriptions with the same key are one on the wire. */
export function subscriptionKey(subscription: Subscription): string {
  const params = definedParams(subscription).sort(([one], [other]) => (one < other ? -1 : 1));
  return `${subscription.name}?${JSON.stringify(params)}`;
}

/** A message belongs to a subscription when every parameter that it repeats has the same value. */
export function belongsTo(message: FeedMessage, subscription: Subscription): boolean {
  if (message.kind !== subscription.name) return false;
  const said: Readonly<Record<string, unknown>> = message;
  return definedParams(subscription).every(
    ([name, value]) => said[name] === undefined || said[name] === value,
  );
}

export function addCommand({ name, params }: Subscription) {
  return { command: `add_${name}`, params };
}

export function delCommand({ name, params }: Subscription) {
  return { command: `del_${name}`, params };
}
