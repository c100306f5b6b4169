export { type CheckedFile, checkFile, type FileFault } from './check-file.ts';
export { checkProof, type ProofFault, type WrittenProof } from './check-proof.ts';
export { accountNumberOf, leafKey, numberEnd, parseHash, toHex } from './format.ts';
export { type Hashing, webHashing } from './hashing.ts';
