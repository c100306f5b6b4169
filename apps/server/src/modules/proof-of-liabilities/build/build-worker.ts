import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '#runtime/index.ts';
import { type BuildOrder, buildPublication } from './build-publication.ts';

lowerThreadPriority(10);
// A thread of its own: it makes one tree, says so and ends. What it throws ends it too, and is heard by who started it.
await buildPublication(workerData as BuildOrder);
parentPort?.postMessage('built');
