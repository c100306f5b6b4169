import type { Readable, Writable } from 'node:stream';

/** A message between the server and the process of pictures: a few words and the bytes of a file. */
export interface Frame<Words> {
  readonly words: Words;
  readonly bytes: Buffer;
}

const lengthsBytes = 8;

/** Writes the lengths of both parts, then the parts. */
export function writeFrame(stream: Writable, { words, bytes }: Frame<unknown>): void {
  const text = Buffer.from(JSON.stringify(words));
  const lengths = Buffer.alloc(lengthsBytes);
  lengths.writeUInt32BE(text.length, 0);
  lengths.writeUInt32BE(bytes.length, 4);
  stream.write(Buffer.concat([lengths, text]));
  if (bytes.length > 0) stream.write(bytes);
}

/** Calls `onFrame` for each whole message. The pieces of one are joined once, when the last one is there. */
export function readFrames<Words>(stream: Readable, onFrame: (frame: Frame<Words>) => void): void {
  let pieces: Buffer[] = [];
  let held = 0;
  let wanted = lengthsBytes;
  stream.on('data', (piece: Buffer) => {
    pieces.push(piece);
    held += piece.length;
    while (held >= wanted) {
      const all = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, held);
      pieces = [all];
      const textEnd = lengthsBytes + all.readUInt32BE(0);
      const end = textEnd + all.readUInt32BE(4);
      wanted = end;
      if (held < end) return;
      onFrame({
        words: JSON.parse(all.toString('utf8', lengthsBytes, textEnd)),
        bytes: all.subarray(textEnd, end),
      });
      pieces = [all.subarray(end)];
      held -= end;
      wanted = lengthsBytes;
    }
  });
}
