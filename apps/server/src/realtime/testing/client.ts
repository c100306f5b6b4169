import { once } from 'node:events';
import type { ServerMessage } from '@emporion/contracts/sockets';
import { type ClientOptions, WebSocket } from 'ws';

/** A real client that keeps what it receives until the test asks for it. */
export interface TestClient {
  readonly socket: WebSocket;
  send(message: unknown): void;
  next(): Promise<ServerMessage>;
  closed(): Promise<number>;
}

export async function connectClient(url: string, options: ClientOptions = {}): Promise<TestClient> {
  const socket = new WebSocket(url, options);
  const received: ServerMessage[] = [];
  const waiting: ((message: ServerMessage) => void)[] = [];
  socket.on('message', (data) => {
    const message: ServerMessage = JSON.parse(String(data));
    const resolve = waiting.shift();
    if (resolve) resolve(message);
    else received.push(message);
  });
  const closing = new Promise<number>((resolve) => {
    socket.once('close', (code) => resolve(code));
  });
  await once(socket, 'open');
  return {
    socket,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: () => {
      const message = received.shift();
      return message ? Promise.resolve(message) : new Promise((resolve) => void waiting.push(resolve));
    },
    closed: () => closing,
  };
}

/** The status with which the server refused to open a socket. */
export async function refusedStatus(url: string, options: ClientOptions = {}): Promise<number | undefined> {
  const socket = new WebSocket(url, options);
  const [request, response] = await once(socket, 'unexpected-response');
  request.destroy();
  return response.statusCode;
}
