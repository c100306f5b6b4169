import { type Puzzle, searchNumber } from './solve.ts';

// A whole second of hashing stays out of the thread that draws the page.
addEventListener('message', ({ data }: MessageEvent<Puzzle>) => {
  postMessage(searchNumber(data, { from: 0, count: data.maxnumber + 1 }));
});
