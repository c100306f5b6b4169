import ReconnectingWebSocket from 'partysocket/ws';

export type ConnectionState =
  /** Nothing needs it yet. */
  | 'idle'
  | 'connecting'
  | 'open'
  /** It was lost and is being tried again. */
  | 'reconnecting'
  /** The attempts are used up. */
  | 'given-up';

export interface ConnectionRules {
  readonly delayMs: number;
  readonly attemptsMax: number;
}

/** The application's default for sockets. */
export const tradingRules: ConnectionRules = { delayMs: 1_000, attemptsMax: Number.POSITIVE_INFINITY };

export const liveNotificationRules: ConnectionRules = { delayMs: 3_000, attemptsMax: 3 };

export interface ConnectionParts {
  readonly url: string;
  readonly rules: ConnectionRules;
  readonly onOpen: () => void;
  readonly onLost: (closeCode: number) => void;
  readonly onMessage: (data: unknown) => void;
}

export interface Connection {
  state(): ConnectionState;
  subscribe(listener: () => void): () => void;
  open(): void;
  close(): void;
  /** False when the connection is not open; nothing is queued. */
  send(message: object): boolean;
}

function parseJson(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function openSocket(url: string, { delayMs, attemptsMax }: ConnectionRules): ReconnectingWebSocket {
  return new ReconnectingWebSocket(url, [], {
    minReconnectionDelay: delayMs,
    maxReconnectionDelay: delayMs,
    reconnectionDelayGrowFactor: 1,
    maxRetries: attemptsMax,
    maxEnqueuedMessages: 0,
    connectionTimeout: 10_000,
  });
}

/** A socket that opens on demand, reconnects by its rules, and tells its state to whoever shows it. */
export function createConnection({ url, rules, onOpen, onLost, onMessage }: ConnectionParts): Connection {
  const listeners = new Set<() => void>();
  let socket: ReconnectingWebSocket | null = null;
  let state: ConnectionState = 'idle';

  function become(next: ConnectionState): void {
    if (state === next) return;
    state = next;
    for (const listener of [...listeners]) listener();
  }

  function lost(current: ReconnectingWebSocket, closeCode: number): void {
    if (socket !== current) return;
    become(current.retryCount >= rules.attemptsMax ? 'given-up' : 'reconnecting');
    onLost(closeCode);
  }

  function start(): void {
    const current = openSocket(url, rules);
    socket = current;
    become('connecting');
    current.addEventListener('open', () => {
      become('open');
      onOpen();
    });
    current.addEventListener('message', ({ data }) => onMessage(parseJson(data)));
    current.addEventListener('close', ({ code }) => lost(current, code));
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open() {
      if (socket === null) start();
    },
    close() {
      const current = socket;
      socket = null;
      current?.close();
      become('idle');
    },
    send(message) {
      if (socket === null || state !== 'open') return false;
      return socket.send(JSON.stringify(message));
    },
  };
}
