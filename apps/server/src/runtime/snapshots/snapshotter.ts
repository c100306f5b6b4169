import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { makeSnapshot, type SnapshotOrder, type SnapshotReport } from './make-snapshot.ts';

export interface SnapshotterOptions {
  readonly url: string;
  readonly log: Logger;
  /** After so many events there is a new snapshot. */
  readonly everyEvents: number;
  /** The last event that a snapshot covers already. */
  readonly covered: number;
  readonly onMade: (report: SnapshotReport) => void;
  /** How a snapshot is made: in a thread of its own, unless a test says otherwise. */
  readonly make?: SnapshotTask;
}

/** Makes a snapshot; `cancel` is called when nobody waits for it any more. */
export type SnapshotTask = (order: SnapshotOrder) => {
  made: Promise<SnapshotReport>;
  cancel: () => Promise<unknown>;
};

export interface Snapshotter {
  /** Tells how far the journal has come; now and then this begins a snapshot. */
  advance(event: number): void;
  stop(): Promise<void>;
}

const keep = 3;

/** After each snapshot there is none for twenty times as long as it took: in busy hours making them would otherwise take a good part of a processor from trading. */
const restFactor = 20;
/** However long it took: what came after the last snapshot is what the next start has to replay. */
const restSecondsMax = 120;

/** Has snapshots made, one at a time. A failure is logged and tried again some events later: trading does not depend on them. */
export function createSnapshotter(options: SnapshotterOptions): Snapshotter {
  const { url, log, everyEvents, onMade, make = defaultTask() } = options;
  let { covered } = options;
  let running: { done: Promise<void>; cancel: () => Promise<unknown> } | undefined;
  let stopped = false;
  let restsUntil = 0;
  const begin = (event: number) => {
    const { made, cancel } = make({ url, keep });
    const done = made
      .then(
        (report) => {
          covered = report.event;
          restsUntil = performance.now() + Math.min(report.seconds * restFactor, restSecondsMax) * 1_000;
          onMade(report);
          log.info({ batch: report.batch, seconds: report.seconds }, 'a snapshot was made');
        },
        (error) => {
          covered = event;
          if (!stopped) log.error({ err: error }, 'a snapshot could not be made');
        },
      )
      .finally(() => {
        running = undefined;
      });
    running = { done, cancel };
  };
  return {
    advance: (event) => {
      const due = event - covered >= everyEvents && performance.now() >= restsUntil;
      if (due && !running && !stopped) begin(event);
    },
    stop: async () => {
      stopped = true;
      const ending = running;
      await ending?.cancel();
      await ending?.done;
    },
  };
}

/** Beside the bundle lies the thread's own; the source, which Node cannot run, works here instead. */
function defaultTask(): SnapshotTask {
  return import.meta.url.endsWith('.ts')
    ? hereTask
    : threadTask(new URL('./snapshot-worker.js', import.meta.url));
}

const hereTask: SnapshotTask = (order) => ({ made: makeSnapshot(order), cancel: async () => undefined });

export function threadTask(entry: URL): SnapshotTask {
  return (workerData) => {
    const worker = new Worker(entry, { workerData, name: 'snapshot' });
    const made = new Promise<SnapshotReport>((done, refuse) => {
      worker.once('message', done);
      worker.once('error', refuse);
      worker.once('exit', () => refuse(new Error('The snapshot thread ended before it was done.')));
    });
    return { made, cancel: () => worker.terminate() };
  };
}
