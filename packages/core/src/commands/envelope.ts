/** What every command carries that moves no money between accounts: who sent it cannot be told from it, so the server has checked that before. */
export interface Envelope {
  /** The idempotency key: one key, one input, one outcome. Null for a command that nobody can repeat. */
  readonly key: string | null;
  /** When the sequencer accepted it, in milliseconds since 1970. */
  readonly acceptedAt: number;
}
