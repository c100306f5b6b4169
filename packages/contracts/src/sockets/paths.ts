export const socketPaths = {
  trading: '/wsapi/v1/trading',
  liveNotifications: '/wsapi/v1/live_notifications',
} as const;

/** The bounds of one socket. What goes beyond is refused with a message or closed with a code, never queued. */
export const socketLimits = {
  messageBytesMax: 8192,
  subscriptionsMax: 64,
  paramsMax: 8,
  paramLengthMax: 64,
} as const;

/** Why the server closes a socket. Those from 4000 up are ours. */
export const closeCodes = {
  /** The server stops or restarts: connect again. */
  goingAway: 1001,
  policyViolation: 1008,
  messageTooLarge: 1009,
  /** The session ended: signed out elsewhere, expired or revoked. */
  sessionEnded: 4401,
  /** The client reads more slowly than the market moves: connect again and subscribe anew. */
  slowConsumer: 4408,
  tooManyMessages: 4429,
  tooManyConnections: 4430,
} as const;

export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes];
