import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export interface RuntimeMetrics {
  readonly batchCommands: Histogram;
  readonly commitSeconds: Histogram;
  /** By kind. A plain count, because it changes with every event. */
  readonly events: Map<string, number>;
  readonly rejections: Counter<'code'>;
  readonly sequence: Gauge;
  readonly snapshotEvent: Gauge;
  readonly snapshotTime: Gauge;
}

interface Watched {
  readonly waiting: () => number;
  readonly readsWaiting: () => number;
  readonly openOrders: () => number;
}

/** What an operator watches of the exchange. What is `watched` is asked whenever somebody looks. */
export function createRuntimeMetrics(registry: Registry, watched: Watched): RuntimeMetrics {
  const registers = [registry];
  const events = new Map<string, number>();
  gauge(registry, 'runtime_waiting', 'Commands that wait for the journal.', watched.waiting);
  gauge(
    registry,
    'runtime_reads_waiting',
    'Reads that wait until what they saw is durable.',
    watched.readsWaiting,
  );
  gauge(registry, 'exchange_open_orders', 'Orders that rest or wait for their price.', watched.openOrders);
  new Counter({
    name: 'journal_events_total',
    help: 'Events appended since the start, by kind: OrderPlaced, TradeExecuted, OrderClosed and so on.',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset();
      for (const [kind, count] of events) this.inc({ kind }, count);
    },
  });
  return {
    batchCommands: new Histogram({
      name: 'journal_batch_commands',
      help: 'Commands that shared one write of the journal.',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000],
      registers,
    }),
    commitSeconds: new Histogram({
      name: 'journal_commit_seconds',
      help: 'Time that a write of the journal took until it was durable.',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    events,
    rejections: new Counter({
      name: 'exchange_rejections_total',
      help: 'Commands that the exchange refused since the start, by code.',
      labelNames: ['code'],
      registers,
    }),
    sequence: new Gauge({ name: 'journal_sequence', help: 'The last durable command.', registers }),
    snapshotEvent: new Gauge({
      name: 'snapshot_event',
      help: 'The last event that the newest snapshot covers.',
      registers,
    }),
    snapshotTime: new Gauge({
      name: 'snapshot_timestamp_seconds',
      help: 'When the newest snapshot was made, in seconds since 1970; zero when there is none.',
      registers,
    }),
  };
}

function gauge(registry: Registry, name: string, help: string, ask: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(ask());
    },
  });
}
