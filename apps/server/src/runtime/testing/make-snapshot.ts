import { makeSnapshot, type SnapshotReport } from '#runtime/snapshots/make-snapshot.ts';

/** What the thread does that makes snapshots, at the moment that a test wants one. */
export function makeSnapshotForTest(url: string): Promise<SnapshotReport> {
  return makeSnapshot({ url, keep: 3 });
}
