import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { redraw } from '#platform/files/redraw.ts';
import { Problem, type ProblemParams } from '#platform/http/problem.ts';
import { readFrames, writeFrame } from './frames.ts';
import type { PictureKind } from './pictures.ts';

/** What the process of pictures says: that it is ready, or how a picture ended. */
export type PictureAnswer =
  | { readonly ready: true }
  | { readonly kind: 'png' | 'jpeg' | 'webp' }
  | {
      readonly refused: 'attachment_pixels_too_many' | 'attachment_unreadable';
      readonly params?: ProblemParams;
    };

const niceness = 10;

/**
 * The program of the process that decodes pictures. It reads one picture at a time from its standard
 * input and writes the answer to its standard output. It has no settings, no secret and no database.
 */
export function servePictures(): void {
  yieldToTrading();
  // The server is gone, however it ended. A picture that is being decoded must not delay the end.
  process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'));
  process.stdout.on('error', () => process.kill(process.pid, 'SIGKILL'));
  const answer = (words: PictureAnswer, bytes: Buffer = Buffer.alloc(0)) =>
    writeFrame(process.stdout, { words, bytes });
  readFrames<{ kind: PictureKind }>(process.stdin, async ({ words: { kind }, bytes }) => {
    try {
      const picture = await redraw(bytes, kind);
      answer({ kind: picture.kind as 'png' | 'jpeg' | 'webp' }, picture.bytes);
    } catch (error) {
      answer(refusal(error));
    }
  });
  answer({ ready: true });
}

function refusal(error: unknown): PictureAnswer {
  const isLarge = error instanceof Problem && error.code === 'attachment_pixels_too_many';
  return isLarge
    ? { refused: 'attachment_pixels_too_many', params: error.sentence.params ?? {} }
    : { refused: 'attachment_unreadable' };
}

/**
 * On Linux a priority belongs to a thread, and threads that begin later take it over. If memory runs
 * out, the system ends this process first and not the exchange.
 */
function yieldToTrading(): void {
  try {
    if (process.platform !== 'linux') {
      setPriority(niceness);
      return;
    }
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), niceness);
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Some systems forbid even that. Pictures are decoded all the same.
  }
}
