import { parseServerMessage, type ServerMessage } from '@emporion/contracts/sockets';
import { connectClient } from '#realtime/testing/client.ts';

type Kind = ServerMessage['kind'];
type OfKind<K extends Kind> = Extract<ServerMessage, { kind: K }>;

/** A socket that keeps every message it got, held to the contract, and waits for the one a test wants. */
export async function connectFollower(origin: string) {
  const client = await connectClient(`${origin.replace('http', 'ws')}/wsapi/v1/trading`);
  const received: ServerMessage[] = [];
  let woken: () => void = () => undefined;
  void (async () => {
    for (;;) {
      received.push(parseServerMessage(await client.next()));
      woken();
    }
  })();
  return {
    client,
    received,
    add: (name: string, params: object = {}) => client.send({ command: `add_${name}`, params }),
    del: (name: string, params: object = {}) => client.send({ command: `del_${name}`, params }),
    logIn: (token: string) => client.send({ token }),
    ofKind: <K extends Kind>(kind: K) =>
      received.filter((message): message is OfKind<K> => message.kind === kind),
    /** Resolves with the first message of the kind that fits, whether it came already or is still to come. */
    async until<K extends Kind>(
      kind: K,
      fits: (message: OfKind<K>) => boolean = () => true,
    ): Promise<OfKind<K>> {
      for (;;) {
        const found = received.find((message) => message.kind === kind && fits(message as OfKind<K>));
        if (found) return found as OfKind<K>;
        await new Promise<void>((resolve) => {
          woken = resolve;
        });
      }
    },
    close: () => client.socket.terminate(),
  };
}

export type Follower = Awaited<ReturnType<typeof connectFollower>>;

type StackMessage = OfKind<'stack'>;

/** The book that a client has who applied every message in its order. Fails on a gap. */
export function bookOf(messages: readonly StackMessage[]): {
  bids: [string, string][];
  asks: [string, string][];
} {
  const sides = { bids: new Map<string, string>(), asks: new Map<string, string>() };
  let last = -1;
  for (const { sequence, bids, asks } of messages) {
    if (sequence === 0) {
      sides.bids.clear();
      sides.asks.clear();
    } else if (sequence !== last + 1) throw new Error(`A gap: ${last} was followed by ${sequence}.`);
    last = sequence;
    for (const [side, levels] of [
      [sides.bids, bids],
      [sides.asks, asks],
    ] as const) {
      for (const [price, quantity] of levels) {
        if (quantity === '0') side.delete(price);
        else side.set(price, quantity);
      }
    }
  }
  const sorted = (side: Map<string, string>, sign: number) =>
    [...side].sort(([left], [right]) => sign * (Number(left) - Number(right)));
  return { bids: sorted(sides.bids, -1), asks: sorted(sides.asks, 1) };
}
