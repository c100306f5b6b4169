import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

export interface SocketPeer {
  /** What the client has sent, in order. */
  readonly received: unknown[];
  send(message: unknown): void;
  close(code: number): void;
  /** Resolves once the client has sent a message that fits. */
  saw(fits: (message: unknown) => boolean): Promise<void>;
}

export interface SocketServer {
  readonly origin: string;
  readonly peers: SocketPeer[];
  /** Resolves with the client's n-th connection, counted from 1. */
  connection(number: number): Promise<SocketPeer>;
  close(): Promise<void>;
}

/** Lets a test wait for a thing instead of for a while. */
function createWaits() {
  const waits = new Set<() => void>();
  return {
    changed: () => {
      for (const check of [...waits]) check();
    },
    until: <Value>(read: () => Value | undefined): Promise<Value> =>
      new Promise((resolve) => {
        const check = () => {
          const value = read();
          if (value === undefined) return;
          waits.delete(check);
          resolve(value);
        };
        waits.add(check);
        check();
      }),
  };
}

/** A real WebSocket server in the test's process. Node 20 has no client of its own, so ws lends one. */
export async function startSocketServer(): Promise<SocketServer> {
  globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;
  const waits = createWaits();
  const peers: SocketPeer[] = [];
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => {
    const received: unknown[] = [];
    socket.on('message', (data) => {
      received.push(JSON.parse(String(data)));
      waits.changed();
    });
    peers.push({
      received,
      send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
      close: (code) => socket.close(code),
      saw: async (fits) => {
        await waits.until(() => (received.some(fits) ? true : undefined));
      },
    });
    waits.changed();
  });
  await new Promise((resolve) => {
    server.once('listening', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    peers,
    connection: (number) => waits.until(() => peers[number - 1]),
    close: () =>
      new Promise((resolve) => {
        for (const client of server.clients) client.terminate();
        server.close(() => resolve());
      }),
  };
}
