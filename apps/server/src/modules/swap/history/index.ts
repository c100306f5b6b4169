/** For modules that read the table of swaps. It leads to no routes, so it closes no import cycle. */
export { swapHistory } from './swaps.ts';
