import type { VerifyReport } from './verify-journal.ts';
import { count } from './verify-part.ts';

/** The report as an operator reads it; the last line is the verdict. */
export function renderReport({ ok, position, stateHash, batchesBehind, findings }: VerifyReport): string[] {
  const width = Math.max(...findings.map(({ name }) => name.length)) + 2;
  const lines = findings.flatMap(({ name, summary, problems }) => {
    const label = name.padEnd(width);
    if (problems.length === 0) return [`ok      ${label}${summary}`];
    return [
      `BROKEN  ${label}${problems[0]}`,
      ...problems.slice(1).map((problem) => ' '.repeat(8 + width) + problem),
    ];
  });
  const wrong = findings.filter(({ problems }) => problems.length > 0).map(({ name }) => name);
  const behind =
    batchesBehind === 0
      ? ''
      : ` The projections are ${count(batchesBehind, 'batch', 'batches')} behind: a running server brings them up.`;
  const verdict = ok
    ? `Verified: everything agrees up to command ${position.sequence} (batch ${position.batch}, state ${stateHash}).${behind}`
    : `NOT VERIFIED: ${wrong.join(', ')} ${wrong.length === 1 ? 'does' : 'do'} not agree; see above.`;
  return [...lines, '', verdict];
}
