import { type Puzzle, payloadOf, searchNumber } from './solve.ts';

const sliceCount = 1_000;

function searchInWorker(puzzle: Puzzle): Promise<number | undefined> {
  const worker = new Worker(new URL('./solve-worker.ts', import.meta.url), { type: 'module' });
  const found = new Promise<number | undefined>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<number | undefined>) => resolve(data);
    worker.onerror = () => reject(new Error('The puzzle could not be worked on.'));
    worker.postMessage(puzzle);
  });
  return found.finally(() => worker.terminate());
}

/** Where there are no workers the search goes on in slices, with room between them for whoever is typing. */
async function searchInSlices(puzzle: Puzzle): Promise<number | undefined> {
  for (let from = 0; from <= puzzle.maxnumber; from += sliceCount) {
    const number = searchNumber(puzzle, { from, count: sliceCount });
    if (number !== undefined) return number;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return undefined;
}

/** Gives the solved puzzle, or undefined when it has no solution that this browser can find. */
export async function solvePuzzle(puzzle: Puzzle): Promise<string | undefined> {
  if (puzzle.algorithm !== 'SHA-256') return undefined;
  const search = typeof Worker === 'function' ? searchInWorker : searchInSlices;
  const number = await search(puzzle).catch(() => searchInSlices(puzzle));
  return number === undefined ? undefined : payloadOf(puzzle, number);
}
