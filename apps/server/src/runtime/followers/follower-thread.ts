import { parentPort, Worker, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '#runtime/thread-priority.ts';
import type { DurableFollower } from './follower.ts';
import { type FollowerRunner, Followers, type Reached, type RunnerOptions } from './run-followers.ts';

export type FollowerTask = (followers: readonly DurableFollower[], options: RunnerOptions) => FollowerRunner;

export const runHere: FollowerTask = (followers, options) => new Followers(followers, options);

/** Beside the bundle lies the thread's own; the source, which Node cannot run, works here instead. */
export function defaultFollowerTask(): FollowerTask {
  return import.meta.url.endsWith('.ts')
    ? runHere
    : threadTask(new URL('./projection-worker.js', import.meta.url));
}

/** What the thread tells who started it. */
type ThreadMessage =
  | { readonly kind: 'reached'; readonly reached: Reached }
  | { readonly kind: 'fault'; readonly error: unknown; readonly names: readonly string[] };

const restartMs = 1_000;
const stopMsMax = 5_000;

/** Runs the followers in a thread, which has its own copy of their code, and starts another when it ends unasked. */
export function threadTask(entry: URL): FollowerTask {
  return (followers, { url, onReached, onFault }) => {
    const names = followers.map(({ name }) => name);
    let stopped = false;
    let restart: NodeJS.Timeout | undefined;
    // One when it was woken since it last looked: it need not hear of every batch of a busy hour.
    const woken = new Int32Array(new SharedArrayBuffer(4));
    let worker = begin();
    function begin(): Worker {
      const thread = new Worker(entry, { workerData: { url, woken }, name: 'followers' });
      thread.on('message', (message: ThreadMessage) => {
        if (message.kind === 'reached') onReached(message.reached);
        else onFault(message.error, message.names);
      });
      thread.on('error', (error) => onFault(error, names));
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

/** The other side: what the thread does. */
export function serveThread(followers: readonly DurableFollower[]): void {
  // A thread of its own, so that following never takes a turn of the one that trades.
  lowerThreadPriority(5);
  const { url, woken } = workerData as { readonly url: string; readonly woken: Int32Array };
  const tell = (message: ThreadMessage) => parentPort?.postMessage(message);
  const runner = new Followers(followers, {
    url,
    onLook: () => void Atomics.store(woken, 0, 0),
    onReached: (reached) => tell({ kind: 'reached', reached }),
    onFault: (error, names) => tell({ kind: 'fault', error, names }),
  });
  parentPort?.on('message', async (order: 'wake' | 'stop') => {
    if (order === 'wake') runner.wake();
    else {
      await runner.stop();
      parentPort?.close();
    }
  });
}
