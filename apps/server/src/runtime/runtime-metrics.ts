import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export interface RuntimeMetrics {
  readonly batchCommands: Histogram;
  readonly commitSeconds: Histogram;
  readonly events: Counter;
  readonly sequence: Gauge;
  readonly snapshotEvent: Gauge;
  readonly snapshotTime: Gauge;
}

/** What an operator watches of the exchange. `waiting` is asked whenever somebody looks. */
export function createRuntimeMetrics(registry: Registry, waiting: () => number): RuntimeMetrics {
  const registers = [registry];
  new Gauge({
    name: 'runtime_waiting',
    help: 'Commands and reads that wait for the journal.',
    registers,
    collect() {
      this.set(waiting());
    },
  });
  return {
    batchCommands: new Histogram({
      name: 'journal_batch_commands',
      help: 'Commands and reads that shared one write of the journal.',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000],
      registers,
    }),
    commitSeconds: new Histogram({
      name: 'journal_commit_seconds',
      help: 'Time that a write of the journal took until it was durable.',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    events: new Counter({
      name: 'journal_events_total',
      help: 'Events appended since the start.',
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
