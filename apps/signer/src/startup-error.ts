/** Why the signer cannot start, as one sentence that tells a person what to do next. It is printed without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
