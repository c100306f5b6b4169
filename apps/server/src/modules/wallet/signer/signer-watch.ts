import { defineService } from '#platform/services.ts';

/** How the signer can be asked whether it answers. */
interface SignerWatch {
  /** Undefined: nobody signs here. Rejects when it cannot be reached. */
  ask: (() => Promise<void>) | undefined;
  /** What an operator should know of it, as it was when it was last asked. */
  problem: string | undefined;
}

export const signerWatch = defineService(
  'signer watch',
  (): SignerWatch => ({ ask: undefined, problem: undefined }),
);
