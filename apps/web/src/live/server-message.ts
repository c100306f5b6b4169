import { ServerMessage } from '@emporion/contracts/sockets';

/** A message by the contract, or null: a kind that a newer server knows and we do not is simply not for us. */
export function readServerMessage(data: unknown): ServerMessage | null {
  const parsed = ServerMessage.safeParse(data);
  return parsed.success ? parsed.data : null;
}
