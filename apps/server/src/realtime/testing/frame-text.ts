/** The text in a whole frame that is not masked. */
export function frameText(frame: Buffer): string {
  const [, length = 0] = frame;
  return frame.subarray(length < 126 ? 2 : length === 126 ? 4 : 10).toString();
}
