export { openJournalWriter } from './journal/journal-writer.ts';
export { postgresJournal, readBatches } from './journal/read-journal.ts';
export { Replica } from './replica.ts';
export { storedSnapshots } from './snapshots/snapshot-store.ts';
export { startRuntime } from './start-runtime.ts';
export { lowerThreadPriority } from './thread-priority.ts';
export { renderReport } from './verify/render-report.ts';
export { verifyJournal } from './verify/verify-journal.ts';
export type { VerifyPart } from './verify/verify-part.ts';
