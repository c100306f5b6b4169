import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { MailSource, Message } from '../support/outbox.ts';

interface Kept extends Message {
  readonly to: readonly string[];
}

/** An SMTP server that takes every mail and keeps it. */
export async function startMailServer(): Promise<MailSource & { url: string; stop(): Promise<void> }> {
  const mails: Kept[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    talk(socket, (mail) => void mails.unshift(mail));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messagesTo: async (address) => mails.filter(({ to }) => to.includes(address)),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

function talk(socket: Socket, keep: (mail: Kept) => void): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let unread = '';
  let to: string[] = [];
  let content: string[] | undefined;
  const hear = (line: string): void => {
    if (content !== undefined) {
      if (line !== '.') return void content.push(line.replace(/^\./, ''));
      keep({ to, ...messageOf(content.join('\r\n')) });
      [content, to] = [undefined, []];
      say('250 kept');
    } else if (/^EHLO|^HELO/i.test(line)) say('250 localhost');
    else if (/^RCPT TO:<(.+)>/i.test(line)) {
      to.push(/<(.+?)>/.exec(line)?.[1] ?? '');
      say('250 ok');
    } else if (/^DATA/i.test(line)) {
      content = [];
      say('354 go on');
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    else say('250 ok');
  };
  socket.setEncoding('latin1');
  socket.on('data', (part) => {
    const lines = `${unread}${part}`.split('\r\n');
    unread = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
  say('220 localhost');
}

/** The part of a mail that is plain text, and the addresses in it. */
function messageOf(raw: string): Message {
  const boundary = /boundary="?([^"\r\n;]+)"?/.exec(raw)?.[1];
  const parts = boundary === undefined ? [raw] : raw.split(`--${boundary}`);
  const plain = parts.find((part) => /^\s*Content-Type: text\/plain/im.test(part)) ?? raw;
  const at = plain.indexOf('\r\n\r\n');
  const coding = /Content-Transfer-Encoding: (\S+)/i.exec(plain.slice(0, at))?.[1]?.toLowerCase();
  const text = decoded(plain.slice(at + 4), coding);
  return { text, links: text.match(/https?:\/\/[^\s<>"]+/g) ?? [] };
}

function decoded(body: string, coding: string | undefined): string {
  if (coding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (coding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString('utf8');
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
