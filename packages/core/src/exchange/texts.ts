/** Control characters and halves of characters: databases and files refuse them, so they must never get into the journal. */
const unprintable = /[\p{Cc}\p{Cs}]/u;

/** A text that can be written down anywhere, neither empty nor longer than the maximum. */
export function isPlainText(value: unknown, lengthMax: number): value is string {
  return (
    typeof value === 'string' && value.length > 0 && value.length <= lengthMax && !unprintable.test(value)
  );
}
