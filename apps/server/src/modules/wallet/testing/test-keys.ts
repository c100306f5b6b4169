export { pinTestKeys, testKeys } from '#testing/test-keys.ts';
