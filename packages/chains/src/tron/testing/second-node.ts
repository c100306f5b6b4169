import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TronNodeAddress } from '#tron/tron-node.ts';

/** Another node of the same chain: it says what the first says, unless it lies. */
export async function startSecondNode(first: TronNodeAddress) {
  const node = {
    /** What it says instead. */
    lie: undefined as ((path: string, answer: never) => unknown) | undefined,
    address: { wallet: '', solidity: '' },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const path = (request.url ?? '').slice(1);
    const body = Buffer.concat(parts).toString();
    const asked = await fetch(new URL(path, `${first.wallet}/`), { method: 'POST', body });
    const answer = (await asked.json()) as never;
    response.end(JSON.stringify(node.lie ? node.lie(path, answer) : answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  node.address = { wallet: url, solidity: url };
  return node;
}
