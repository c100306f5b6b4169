import {
  closeCodes,
  readServerMessage,
  type ServerMessage,
  type SubscriptionName,
  socketPaths,
} from '@emporion/contracts/sockets';
import type { Session } from '#api/session-store.ts';
import { type ConnectionRules, type ConnectionState, createConnection, tradingRules } from './connection.ts';
import { createFeeds } from './feeds.ts';
import { isFeedMessage, type MessageOf, type Subscription } from './subscription.ts';

type Kind = Exclude<ServerMessage['kind'], SubscriptionName>;
type Notice<K extends Kind> = Extract<ServerMessage, { kind: K }>;

export interface TradingSocket {
  subscribe<S extends Subscription>(
    subscription: S,
    listener: (message: MessageOf<S['name']>) => void,
  ): () => void;
  /** Listens to what needs no subscription: deals, user notifications, refusals. */
  on<K extends Kind>(kind: K, listener: (message: Notice<K>) => void): () => void;
  /** Keeps the socket open while something beyond subscriptions needs it; call the answer to let go. */
  keepOpen(): () => void;
  /** Asks for a `pong` with the same number. False when the connection is not open. */
  ping(ping: number): boolean;
  isAuthenticated(): boolean;
  state(): ConnectionState;
  onStateChange(listener: () => void): () => void;
  close(): void;
}

export interface TradingSocketParts {
  readonly origin: string;
  readonly session: Session;
  readonly rules?: ConnectionRules;
  /** How long an unneeded socket stays: a change of page must not close it and open it again. */
  readonly lingerMs?: number;
}

function createNotices() {
  const listeners = new Map<Kind, Set<(message: never) => void>>();
  return {
    on<K extends Kind>(kind: K, listener: (message: Notice<K>) => void): () => void {
      const ofKind = listeners.get(kind) ?? new Set();
      listeners.set(kind, ofKind.add(listener));
      return () => ofKind.delete(listener);
    },
    tell(message: ServerMessage): void {
      for (const listener of [...(listeners.get(message.kind as Kind) ?? [])]) listener(message as never);
    },
  };
}

/** Reference-counted opening and closing: closes `lingerMs` after the last holder let go. */
function createHold(open: () => void, close: () => void, lingerMs: number) {
  let holders = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return function hold(): () => void {
    holders += 1;
    clearTimeout(timer);
    open();
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      holders -= 1;
      if (holders === 0) timer = setTimeout(close, lingerMs);
    };
  };
}

/** The token as the server knows it on the present connection, kept in step with the stored session. */
function createLogin(session: Session, send: (message: object) => boolean) {
  let sent: string | null = null;
  /** A token the server closed the connection over; sending it again would only repeat that. */
  let refused: string | null = null;
  let authenticated = false;
  return {
    isAuthenticated: () => authenticated,
    accept() {
      authenticated = true;
    },
    connectionLost(closeCode: number) {
      if (closeCode === closeCodes.sessionEnded) refused = sent;
      sent = null;
      authenticated = false;
    },
    /** Sends the stored token when it differs from the one sent. True when the server now sees somebody else. */
    tell(): boolean {
      const { token } = session.read();
      if (token === sent || (token !== null && token === refused) || !send({ token })) return false;
      const changedUser = token === null;
      sent = token;
      if (changedUser) authenticated = false;
      return changedUser;
    },
  };
}

export function createTradingSocket(parts: TradingSocketParts): TradingSocket {
  const { origin, session, rules = tradingRules, lingerMs = 5_000 } = parts;
  const notices = createNotices();
  const send = (message: object): boolean => connection.send(message);
  const login = createLogin(session, send);
  const feeds = createFeeds({ send, isAuthenticated: login.isAuthenticated });

  function syncLogin(): void {
    if (login.tell()) feeds.forget('private');
  }

  function onMessage(data: unknown): void {
    const message = readServerMessage(data);
    if (message === null) return;
    if (isFeedMessage(message)) {
      feeds.receive(message);
      return;
    }
    if (message.kind === 'user_notification') {
      login.accept();
      feeds.askPending();
    }
    notices.tell(message);
  }

  const connection = createConnection({
    url: `${origin.replace(/^http/, 'ws')}${socketPaths.trading}`,
    rules,
    onMessage,
    onOpen() {
      syncLogin();
      feeds.askPending();
    },
    onLost(closeCode) {
      login.connectionLost(closeCode);
      feeds.forget('all');
    },
  });
  const hold = createHold(connection.open, connection.close, lingerMs);
  const stopWatching = session.subscribe(syncLogin);

  return {
    subscribe(subscription, listener) {
      const release = hold();
      const remove = feeds.add(subscription, (message) =>
        listener(message as Parameters<typeof listener>[0]),
      );
      return () => {
        remove();
        release();
      };
    },
    on: notices.on,
    keepOpen: hold,
    ping: (ping) => send({ ping }),
    isAuthenticated: login.isAuthenticated,
    state: connection.state,
    onStateChange: connection.subscribe,
    close() {
      stopWatching();
      connection.close();
    },
  };
}
