import { checkFile, type FileFault } from '@emporion/contracts/liabilities';
import type { LiabilitiesProof } from '@emporion/contracts/rest';
import { isAmount } from './check-own.ts';

export type WholeFault = FileFault['fault'] | 'root' | 'total' | 'digest';

export type WholeCheck =
  | { readonly kind: 'holds'; readonly leaves: number; readonly digestChecked: boolean }
  | { readonly kind: 'refused'; readonly fault: WholeFault; readonly line: number | undefined }
  /** The file did not come, or not all of it. */
  | { readonly kind: 'unread' };

export type Published = Pick<LiabilitiesProof, 'root' | 'total' | 'decimals' | 'digest' | 'bytes'>;

/** A browser hashes a file only as a whole. Of a larger one the tree is checked, which its root stands for. */
const digestBytesMax = 64_000_000;

async function* linesOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onChunk: (chunk: Uint8Array<ArrayBuffer>) => void,
) {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    onChunk(value);
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function digestOf(chunks: Uint8Array<ArrayBuffer>[]): Promise<string> {
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Computes the whole tree anew as the file comes: every node is the sum and the hash of the two below it, and the root is the published one. */
export async function checkWhole(
  published: Published,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: (bytes: number) => void,
): Promise<WholeCheck> {
  const isSmall = published.bytes <= digestBytesMax;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const lines = linesOf(body, (chunk) => {
    bytes += chunk.length;
    if (isSmall) chunks.push(chunk);
    onBytes(bytes);
  });
  const checked = await checkFile(lines);
  if (!checked.ok) return { kind: 'refused', ...checked.failure };
  const { root, total, leaves } = checked.value;
  const refused = (fault: WholeFault): WholeCheck => ({ kind: 'refused', fault, line: undefined });
  if (root !== published.root) return refused('root');
  if (!isAmount(published.total, { units: total, decimals: published.decimals })) return refused('total');
  if (isSmall && (await digestOf(chunks)) !== published.digest) return refused('digest');
  return { kind: 'holds', leaves, digestChecked: isSmall };
}
