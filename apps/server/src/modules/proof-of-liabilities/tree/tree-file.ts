import { nodeBytes } from './sum-tree.ts';

/** Lines of the file that are kept together: a path to the root reads one part for each of its steps. */
export const partLines = 1_024;

export interface FileHeader {
  readonly height: number;
  readonly coin: string;
  /** The values are whole numbers of 10 to the minus this. */
  readonly decimals: number;
  readonly time: Date;
}

/** Validators of this format read the height, and leave the columns after it alone. */
export function headerLine({ height, coin, decimals, time }: FileHeader): string {
  return `block_height:${height},coin:${coin},decimals:${decimals},time:${time.toISOString()}\n`;
}

/** The file in its parts, of which the first has the header in place of node 0: line k of part p is node p × `partLines` + k. */
export function* fileParts(nodes: Buffer, header: FileHeader): Generator<Buffer> {
  const count = nodes.length / nodeBytes;
  for (let first = 0; first < count; first += partLines) {
    const end = Math.min(count, first + partLines);
    let text = first === 0 ? headerLine(header) : '';
    for (let node = Math.max(first, 1); node < end; node += 1) {
      const at = node * nodeBytes;
      text += `${nodes.toString('hex', at, at + 32)},${nodes.readBigUInt64LE(at + 32)}\n`;
    }
    yield Buffer.from(text, 'latin1');
  }
}
