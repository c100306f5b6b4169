/** How much a test does, in `npm test` and in `npm run test:all`. */
export { extent } from '../apps/server/src/testing/extent.ts';
