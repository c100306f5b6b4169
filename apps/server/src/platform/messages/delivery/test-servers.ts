import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: string[];
  /** The mail as it came over the wire. */
  readonly source: string;
}

export interface TestSmtpServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** How many conversations were begun. */
  connections(): number;
  /** The status that every recipient is answered with from now on; undefined accepts them. */
  refuseWith(status: number | undefined): void;
  close(): Promise<void>;
}

/** A real SMTP server in this process. Its TLS certificate is one that nobody vouches for. */
export async function startSmtpServer({ tls = false, port = 0 } = {}): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  let connections = 0;
  let status: number | undefined;
  const server = new SMTPServer({
    secure: tls,
    hideSTARTTLS: true,
    authOptional: true,
    logger: false,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onRcptTo: (_address, _session, done) =>
      status === undefined
        ? done()
        : done(Object.assign(new Error('Not now, not ever'), { responseCode: status })),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, source: Buffer.concat(chunks).toString('utf8') });
        done();
      });
    },
  });
  // A client that breaks off the TLS handshake is what one of the tests is about.
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: openPort } = server.server.address() as AddressInfo;
  return {
    url: `${tls ? 'smtps' : 'smtp'}://127.0.0.1:${openPort}`,
    received,
    connections: () => connections,
    refuseWith: (next) => {
      status = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export interface TestWebhook {
  readonly url: string;
  readonly received: { headers: IncomingHttpHeaders; body: string }[];
  answerWith(status: number): void;
  close(): Promise<void>;
}

export async function startWebhook(): Promise<TestWebhook> {
  const received: TestWebhook['received'] = [];
  let status = 204;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:9/' } : {}).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/sms`,
    received,
    answerWith: (next) => {
      status = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
