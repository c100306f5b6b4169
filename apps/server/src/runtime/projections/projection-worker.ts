import { parentPort, workerData } from 'node:worker_threads';
import { standBack } from '#runtime/stand-back.ts';
import { type Reached, startProjector } from './projector.ts';

/** What the thread tells who started it. */
export type WorkerMessage =
  | ({ readonly kind: 'reached' } & Reached)
  | { readonly kind: 'fault'; readonly error: unknown };

// A thread of its own, so that projecting never takes a turn of the one that trades.
standBack(5);
const { url, woken } = workerData as { readonly url: string; readonly woken: Int32Array };
const tell = (message: WorkerMessage) => parentPort?.postMessage(message);
const projector = startProjector({
  url,
  onLook: () => void Atomics.store(woken, 0, 0),
  onReached: (reached) => tell({ kind: 'reached', ...reached }),
  onFault: (error) => tell({ kind: 'fault', error }),
});
parentPort?.on('message', async (order: 'wake' | 'stop') => {
  if (order === 'wake') projector.wake();
  else {
    await projector.stop();
    parentPort?.close();
  }
});
