/** The number last applied; null while the whole state is still awaited. */
export type LastSequence = number | null;

export type SequenceVerdict =
  /** The message is the whole state or the next change: apply it. */
  | 'apply'
  /** It was sent before the whole state that is on its way: drop it. */
  | 'drop'
  /** Something was lost: subscribe again. */
  | 'gap';

export function judgeSequence(last: LastSequence, sequence: number): SequenceVerdict {
  if (sequence === 0) return 'apply';
  if (last === null) return 'drop';
  return sequence === last + 1 ? 'apply' : 'gap';
}
