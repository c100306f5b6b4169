import { Worker } from 'node:worker_threads';
import type { WorkerMessage } from './projection-worker.ts';
import { type Projector, type ProjectorOptions, startProjector } from './projector.ts';

export type ProjectorTask = (options: ProjectorOptions) => Projector;

/** Beside the bundle lies the thread's own; the source, which Node cannot run, works here instead. */
export function defaultProjectorTask(): ProjectorTask {
  return import.meta.url.endsWith('.ts')
    ? startProjector
    : threadTask(new URL('./projection-worker.js', import.meta.url));
}

const restartMs = 1_000;
const stopMsMax = 5_000;

/** Runs the projector in a thread, and starts another when it ends unasked. */
export function threadTask(entry: URL): ProjectorTask {
  return ({ url, onReached, onFault }) => {
    let stopped = false;
    let restart: NodeJS.Timeout | undefined;
    // One when it was woken since it last looked: it need not hear of every batch of a busy hour.
    const woken = new Int32Array(new SharedArrayBuffer(4));
    let worker = begin();
    function begin(): Worker {
      const thread = new Worker(entry, { workerData: { url, woken }, name: 'projections' });
      thread.on('message', (message: WorkerMessage) => {
        if (message.kind === 'reached') onReached(message);
        else onFault(message.error);
      });
      thread.on('error', onFault);
      thread.once('exit', () => {
        if (stopped) return;
        restart = setTimeout(() => {
          worker = begin();
        }, restartMs);
      });
      return thread;
    }
    return {
      wake: () => {
        if (Atomics.exchange(woken, 0, 1) === 0) worker.postMessage('wake');
      },
      stop: async () => {
        stopped = true;
        clearTimeout(restart);
        const exited = new Promise((done) => worker.once('exit', done));
        worker.postMessage('stop');
        // A transaction that hangs is the database's trouble; nothing is lost by leaving it.
        const late = setTimeout(() => worker.terminate(), stopMsMax);
        if (worker.threadId !== -1) await exited;
        clearTimeout(late);
      },
    };
  };
}
