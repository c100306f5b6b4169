import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '#runtime/thread-priority.ts';
import { makeSnapshot, type SnapshotOrder } from './make-snapshot.ts';

lowerThreadPriority(10);
// A thread of its own: it makes one snapshot, says so and ends. What it throws ends it too, and is heard by who started it.
parentPort?.postMessage(await makeSnapshot(workerData as SnapshotOrder));
