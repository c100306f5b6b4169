import type { AuditValues } from '#modules/audit/index.ts';

/** The values that differ, as they were and as they are: an audit entry holds no others. */
export function changesOf(before: AuditValues, after: AuditValues): [AuditValues, AuditValues] {
  const all = new Set([...Object.keys(before), ...Object.keys(after)]);
  const names = [...all].filter((name) => !isSame(before[name], after[name]));
  const pick = (values: AuditValues): AuditValues =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  return [pick(before), pick(after)];
}

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);
