import { request } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { selfSigned } from '../self-signed.ts';

/** What stands before a server in production: speaks TLS with browsers, and tells the server who they are. */
export async function startTlsProxy(): Promise<{
  url: string;
  leadTo(port: number): void;
  stop(): Promise<void>;
}> {
  let port = 0;
  const forwarded = (headers: NodeJS.Dict<string | string[]>, address = '') => ({
    ...headers,
    'x-forwarded-for': address,
    'x-forwarded-proto': 'https',
  });
  const server = createServer(selfSigned('localhost'), (incoming, outgoing) => {
    const { method, url: path, headers, socket } = incoming;
    const passed = request(
      { host: '127.0.0.1', port, method, path, headers: forwarded(headers, socket.remoteAddress) },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.headersSent || outgoing.writeHead(502).end());
    incoming.pipe(passed);
  });
  server.on('upgrade', (incoming, socket, head) => {
    const lines = Object.entries(forwarded(incoming.headers, incoming.socket.remoteAddress)).flatMap(
      ([name, value]) => [value ?? []].flat().map((each) => `${name}: ${each}`),
    );
    const upstream = connect(port, '127.0.0.1', () => {
      upstream.write(`${[`GET ${incoming.url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    // Whichever side goes, the other one does.
    socket.on('error', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
  });
  // A connection that rests for a while is there for the next call.
  server.keepAliveTimeout = 0;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    leadTo: (target) => {
      port = target;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
