export {
  ClientMessage,
  type Command,
  CommandMessage,
  splitCommand,
  TokenMessage,
} from '#sockets/client-messages.ts';
export { type CloseCode, closeCodes, socketLimits, socketPaths } from '#sockets/paths.ts';
export { PingMessage } from '#sockets/ping.ts';
export {
  parseServerMessage,
  readServerMessage,
  type ServerMessage,
  type ServerMessageKind,
  serverMessageKinds,
} from '#sockets/server-messages.ts';
export {
  isSubscriptionName,
  pagesMax,
  type SubscriptionName,
  type SubscriptionParams,
  subscriptionNames,
  subscriptions,
} from '#sockets/subscriptions.ts';
