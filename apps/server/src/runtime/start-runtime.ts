import { defaultLimits, type ExchangeLimits } from '@emporion/core';
import type { Logger } from 'pino';
import type { Database } from '#platform/database/database.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { Clock } from '#platform/platform.ts';
import type { Runtime } from '#platform/runtime.ts';
import { dealWithDueOrders } from './due-orders.ts';
import { ExchangeClock } from './exchange-clock.ts';
import { Subscribers } from './followers/subscribers.ts';
import type { Journal, JournalWriter } from './journal/journal.ts';
import type { WriterOptions } from './journal/journal-writer.ts';
import { postgresJournal } from './journal/read-journal.ts';
import { positionOf } from './journal/tip.ts';
import { explainFault, warnOfOldClock, warnOfUnsafeDatabase } from './operator-messages.ts';
import { type Recovered, recover } from './recover.ts';
import { createRuntimeMetrics, type RuntimeMetrics } from './runtime-metrics.ts';
import { defaultSequencerLimits, Sequencer, type SequencerLimits } from './sequencer.ts';
import { listSnapshots, storedSnapshots } from './snapshots/snapshot-store.ts';
import { createSnapshotter, type SnapshotTask, type Snapshotter } from './snapshots/snapshotter.ts';

export interface RuntimeOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Milliseconds of a clock that nobody can set; a test that moves its clock moves this too. */
  readonly monotonicMs?: () => number;
  /** The journal failed: nothing can be promised any more, and the process must end so that the next start recovers. */
  readonly onFault: (cause: unknown) => void;
  /** Tells the person at the terminal what takes so long. */
  readonly announce?: (line: string) => void;
  /** Of an exchange that begins now. */
  readonly exchangeLimits?: ExchangeLimits;
  readonly limits?: Partial<SequencerLimits>;
  readonly snapshotEveryEvents?: number;
  readonly snapshotTask?: SnapshotTask;
  /** How the right to append is taken, where a test wants it otherwise. */
  readonly openWriter?: (options: WriterOptions) => Promise<JournalWriter>;
}

export const defaultSnapshotEveryEvents = 200_000;
/** From here on a replay takes seconds. */
const longReplayEvents = 100_000;

/**
 * Takes the journal for this process, recovers the exchange from it, and opens it for commands.
 *
 * @throws StartupError when another server has it, or when the journal is broken.
 */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { database, log, openWriter, announce = () => undefined } = options;
  const journal = postgresJournal(database.pool);
  let sequencer: Sequencer | undefined;
  let lostEarly: Error | undefined;
  const onLost = (cause: Error) => {
    lostEarly = cause;
    sequencer?.fail(cause, 'journal');
  };
  const writer = await (openWriter ? openWriter({ database, onLost }) : journal.openWriter({ onLost }));
  try {
    await warnOfUnsafeDatabase(database, log);
    // Only now: before the lock is ours, another writer may still append.
    const recovered = await recover({
      journal,
      snapshots: storedSnapshots(database.pool),
      limits: options.exchangeLimits ?? defaultLimits,
      onBadSnapshot: (number, err) => log.warn({ err, batch: number }, 'a snapshot cannot be used'),
      onReplay: (events) => {
        if (events >= longReplayEvents)
          announce(`Replaying ${events.toLocaleString('en-US')} events of the journal …`);
      },
    });
    const { runtime, ...parts } = await assemble({ ...options, journal }, writer, recovered);
    sequencer = parts.sequencer;
    if (lostEarly) throw lostEarly;
    return runtime;
  } catch (error) {
    await writer.close();
    throw error;
  }
}

async function assemble(
  options: RuntimeOptions & { readonly journal: Journal },
  writer: JournalWriter,
  recovered: Recovered,
) {
  const { log, clock, onFault, journal } = options;
  const subscribers = new Subscribers({ journal, log, batch: () => sequencer.tip.batch });
  const metrics = createRuntimeMetrics(options.metrics.registry, {
    waiting: () => sequencer.waiting,
    readsWaiting: () => sequencer.readsWaiting,
    openOrders: () => recovered.exchange.orders.size,
  });
  const snapshotter = await beginSnapshots(options, recovered, metrics);
  const time = new ExchangeClock({
    wallMs: () => clock.now().getTime(),
    monotonicMs: options.monotonicMs ?? (() => performance.now()),
    notBefore: recovered.tip.acceptedAt,
    onDoubt: (offMs) => log.warn({ offMs }, 'the clock jumped, and is not believed unless it stays so'),
  });
  const sequencer: Sequencer = new Sequencer({
    exchange: recovered.exchange,
    tip: recovered.tip,
    append: (row) => writer.append(row),
    now: () => time.now(),
    limits: { ...defaultSequencerLimits, ...options.limits },
    onCommitted: (batch, { commands, seconds }) => {
      metrics.batchCommands.observe(commands);
      metrics.commitSeconds.observe(seconds);
      for (const { kind } of batch.events) metrics.events.set(kind, (metrics.events.get(kind) ?? 0) + 1);
      metrics.sequence.set(batch.lastSequence);
      subscribers.publish(batch);
      snapshotter.advance(batch.firstEvent + batch.events.length - 1);
      dealWithDueOrders(recovered.exchange, (command) => sequencer.execute(command));
    },
    onRejected: (code) => metrics.rejections.inc({ code }),
    onFault: (cause, where) => {
      log.fatal({ err: cause, where }, 'the exchange stopped');
      // A failure of the core is a bug, and is reported as one.
      onFault(where === 'core' ? cause : explainFault(cause));
    },
  });
  metrics.sequence.set(recovered.tip.sequence);
  dealWithDueOrders(recovered.exchange, (command) => sequencer.execute(command));
  warnOfOldClock(recovered.tip, clock, log);
  const { tip, replayedEvents, snapshot } = recovered;
  log.info({ ...positionOf(tip), snapshot, replayedEvents }, 'the exchange is recovered');
  const runtime: Runtime = {
    execute: (command) => sequencer.execute(command),
    read: (look, options) => sequencer.read(look, options),
    readAt: (look, options) => sequencer.readAt(look, options),
    onCommitted: (listener) => subscribers.onCommitted(listener),
    follow: (follower) => subscribers.follow(follower),
    get position() {
      return positionOf(sequencer.tip);
    },
    get healthy() {
      return sequencer.open;
    },
    stop: async () => {
      await sequencer.stop();
      await snapshotter.stop();
      await writer.close();
    },
  };
  return { runtime, sequencer };
}

async function beginSnapshots(
  { database, log, snapshotEveryEvents = defaultSnapshotEveryEvents, snapshotTask }: RuntimeOptions,
  { tip, replayedEvents }: Recovered,
  metrics: RuntimeMetrics,
): Promise<Snapshotter> {
  const covered = tip.event - replayedEvents;
  const [newest] = await listSnapshots(database.pool);
  metrics.snapshotEvent.set(covered);
  metrics.snapshotTime.set(newest ? newest.createdAt.getTime() / 1_000 : 0);
  const snapshotter = createSnapshotter({
    url: database.pool.options.connectionString ?? '',
    log,
    everyEvents: snapshotEveryEvents,
    covered,
    onMade: ({ event }) => {
      metrics.snapshotEvent.set(event);
      metrics.snapshotTime.setToCurrentTime();
    },
    ...(snapshotTask ? { make: snapshotTask } : {}),
  });
  snapshotter.advance(tip.event);
  return snapshotter;
}
