import { type CloseCode, closeCodes, type socketPaths } from '@emporion/contracts/sockets';
import { Counter, Gauge, type Registry } from 'prom-client';

type SocketName = keyof typeof socketPaths;

interface OpenSocket {
  readonly socketName: SocketName;
  readonly session: { readonly subscriptionCount: number };
}

export interface SocketMetrics {
  /** A plain number, because it changes with every message. */
  readonly sent: { messages: number };
  /** The reason is ours, if it was we who closed it. */
  closed(reason: CloseCode | undefined): void;
}

/** What an operator watches of the sockets. Those that are open, and what they follow, are counted when somebody looks. */
export function createSocketMetrics(registry: Registry, sockets: () => Iterable<OpenSocket>): SocketMetrics {
  const registers = [registry];
  const sent = { messages: 0 };
  new Gauge({
    name: 'sockets_open',
    help: 'Sockets that are open now.',
    labelNames: ['socket'],
    registers,
    collect() {
      this.reset();
      for (const { socketName } of sockets()) this.inc({ socket: socketName });
    },
  });
  new Gauge({
    name: 'socket_subscriptions',
    help: 'What open sockets follow, all together.',
    registers,
    collect() {
      let count = 0;
      for (const { session } of sockets()) count += session.subscriptionCount;
      this.set(count);
    },
  });
  new Counter({
    name: 'socket_messages_sent_total',
    help: 'Messages sent on sockets since the start.',
    registers,
    collect() {
      this.reset();
      this.inc(sent.messages);
    },
  });
  const closed = new Counter({
    name: 'sockets_closed_total',
    help: 'Sockets closed since the start, by why we closed them, or as left when the other side did or was lost.',
    labelNames: ['reason'],
    registers,
  });
  return { sent, closed: (reason) => closed.inc({ reason: nameOf(reason) }) };
}

function nameOf(reason: CloseCode | undefined): string {
  return Object.entries(closeCodes).find(([, code]) => code === reason)?.[0] ?? 'left';
}
