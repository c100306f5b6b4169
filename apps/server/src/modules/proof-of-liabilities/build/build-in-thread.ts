import { Worker } from 'node:worker_threads';
import { type BuildOrder, buildPublication } from './build-publication.ts';

/** Builds it beside trading: in a thread of the bundle. The source, which Node cannot run, works here instead. */
export function buildInThread(order: BuildOrder, signal: AbortSignal): Promise<void> {
  return import.meta.url.endsWith('.ts')
    ? buildPublication(order)
    : inThread(new URL('./liabilities-worker.js', import.meta.url), order, signal);
}

export function inThread(entry: URL, workerData: BuildOrder, signal: AbortSignal): Promise<void> {
  const worker = new Worker(entry, { workerData, name: 'liabilities' });
  return new Promise<void>((done, refuse) => {
    const end = () => {
      void worker.terminate();
      refuse(new Error('The server stops: the tree is made again after its start.'));
    };
    signal.addEventListener('abort', end, { once: true });
    worker.once('message', () => done());
    worker.once('error', refuse);
    worker.once('exit', () => {
      signal.removeEventListener('abort', end);
      refuse(new Error('The thread ended before the tree was made.'));
    });
  });
}
