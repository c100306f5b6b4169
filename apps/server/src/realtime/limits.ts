import { socketLimits } from '@emporion/contracts/sockets';

/** What one socket, or one address with many of them, may cost us. */
export interface GatewayLimits {
  readonly messageBytesMax: number;
  readonly subscriptionsMax: number;
  /** Sockets from one address; an office behind one address has many tabs open. */
  readonly connectionsPerAddressMax: number;
  /** From the request for a socket until it is open. */
  readonly handshakeMs: number;
  /** Messages that may come at once, and how many are allowed again each second. */
  readonly messageBurstMax: number;
  readonly messagesPerSecond: number;
  /** What adding a subscription that is there already counts as. */
  readonly addAgainCost: number;
  /** The same for all sockets of one address together. Beyond it each message costs its socket `crowdedCost` times as much. */
  readonly addressMessageBurstMax: number;
  readonly addressMessagesPerSecond: number;
  /** So that a socket that sends much is closed, and a quiet neighbour of it is not. */
  readonly crowdedCost: number;
  /** Bytes of frames, empty ones included, that may come at once, and how many are allowed again each second. */
  readonly receivedBytesBurstMax: number;
  readonly receivedBytesPerSecond: number;
  /** Frames that one message may be cut into. */
  readonly fragmentsMax: number;
  /** Unsent bytes after which a client is too slow to follow. */
  readonly unsentBytesMax: number;
  /** Between two pings; a peer that missed one is gone. */
  readonly heartbeatMs: number;
  /** After the end of its token a socket has this long to present the next one; what it is for may have ended long before. */
  readonly tokenGraceMs: number;
  /** How long a closed peer has to agree before its connection is cut. */
  readonly closeGraceMs: number;
}

export const gatewayLimits: GatewayLimits = {
  messageBytesMax: socketLimits.messageBytesMax,
  subscriptionsMax: socketLimits.subscriptionsMax,
  connectionsPerAddressMax: 60,
  handshakeMs: 10_000,
  messageBurstMax: 100,
  messagesPerSecond: 20,
  addAgainCost: 5,
  addressMessageBurstMax: 1_200,
  addressMessagesPerSecond: 100,
  crowdedCost: 5,
  receivedBytesBurstMax: 262_144,
  receivedBytesPerSecond: 32_768,
  fragmentsMax: 64,
  unsentBytesMax: 1_048_576,
  heartbeatMs: 30_000,
  tokenGraceMs: 60_000,
  closeGraceMs: 1_000,
};
