/** A whole text message, as a server sends it: the final frame of its kind, not masked. */
const finalText = 0x81;

/**
 * A message in the one buffer in which it goes over the wire. For what thousands get: the library would make a buffer for the header
 * beside it, and the system would be handed two. The start must be ASCII.
 */
export function textFrame(start: string, rest: Buffer): Buffer {
  const length = start.length + rest.length;
  const headLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headLength + length);
  frame[0] = finalText;
  if (headLength === 2) frame[1] = length;
  else if (headLength === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(start, headLength, 'latin1');
  rest.copy(frame, headLength + start.length);
  return frame;
}
