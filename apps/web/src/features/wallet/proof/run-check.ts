import type { LiabilitiesProof } from '@emporion/contracts/rest';
import type { WholeCheck } from './check-whole.ts';
import type { CheckAnswer, CheckQuestion } from './check-worker.ts';

/** Where anybody has the file from: no login is asked for. */
export function fileUrl(id: string): string {
  return `/api/public/v1/liabilities/${id}/file/`;
}

interface RunningCheck {
  readonly result: Promise<WholeCheck>;
  stop(): void;
}

/** Checks a whole publication in a thread of its own. */
export function runCheck(proof: LiabilitiesProof, onBytes: (bytes: number) => void): RunningCheck {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' });
  const result = new Promise<WholeCheck>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<CheckAnswer>) => {
      if ('bytes' in data) onBytes(data.bytes);
      else resolve(data);
    };
    worker.onerror = () => resolve({ kind: 'unread' });
  });
  const { root, total, decimals, digest, bytes, id } = proof;
  worker.postMessage({
    url: fileUrl(id),
    published: { root, total, decimals, digest, bytes },
  } satisfies CheckQuestion);
  return { result: result.finally(() => worker.terminate()), stop: () => worker.terminate() };
}
