export { buckets } from './buckets.ts';
export { compared, problemsOf, projectionPart } from './projection-part.ts';
export { TableDigest } from './row-digest.ts';
export { verifyJournal } from './verify-journal.ts';
export type { Moment, Queryable, VerifyPart } from './verify-part.ts';
