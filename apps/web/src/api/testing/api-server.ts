import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Sent as it is instead of a JSON body. */
  readonly text?: string;
  /** Never answers. */
  readonly hang?: boolean;
  /** Cuts the connection instead of answering. */
  readonly cut?: boolean;
}

export type Answer = (request: SeenRequest) => Reply | Promise<Reply>;

export interface ApiServer {
  readonly origin: string;
  readonly seen: SeenRequest[];
  answer: Answer;
  /** How many of the requests so far went to a path that ends so. */
  count(pathEnd: string): number;
  close(): Promise<void>;
}

async function readJson(request: AsyncIterable<Buffer>): Promise<unknown> {
  let text = '';
  for await (const piece of request) text += piece.toString();
  return text === '' ? undefined : JSON.parse(text);
}

/** A real HTTP server in the test's process that records what it was asked. */
export async function startApiServer(): Promise<ApiServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const entry = { method, url, headers, body: await readJson(request) };
    seen.push(entry);
    const reply = await api.answer(entry);
    if (reply.hang) return;
    if (reply.cut) return request.socket.destroy();
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.text ?? (reply.body === undefined ? '' : JSON.stringify(reply.body)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const api: ApiServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answer: () => ({ status: 500 }),
    count: (pathEnd) => seen.filter(({ url }) => url.split('?')[0]?.endsWith(pathEnd)).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return api;
}

/** A token that ends after so many seconds; the client reads nothing of it but that. */
export function tokenFor(secondsLeft: number, mark = 'token'): string {
  const exp = Math.floor(Date.now() / 1_000) + secondsLeft;
  return `e30.${Buffer.from(JSON.stringify({ exp, mark })).toString('base64url')}.signature`;
}
