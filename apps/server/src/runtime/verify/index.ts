export { buckets } from './buckets.ts';
export { compared, problemsOf, projectionPart } from './projection-part.ts';
export { TableDigest } from './row-digest.ts';
export { verifyJournal } from './verify-journal.ts';
export { count, few, type Moment, type Queryable, type VerifyPart } from './verify-part.ts';
