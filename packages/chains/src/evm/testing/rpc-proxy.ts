import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RpcRequest {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What is answered to a request in place of the node's own answer. `ask` asks the node. */
export type Tamper = (
  request: RpcRequest,
  ask: (method: string, ...params: unknown[]) => Promise<unknown>,
) => unknown;

/** Stands before a real node, passes everything on, and changes what a test wants to be changed: a node that lags, lies or breaks. */
export async function startRpcProxy(
  ask: (method: string, ...params: unknown[]) => Promise<unknown>,
): Promise<{ url: string; tamper: (with_: Tamper | undefined) => void; stop(): Promise<void> }> {
  let tamper: Tamper | undefined;
  const answer = async (request: RpcRequest) => {
    const { id, method, params } = request;
    try {
      const changed = await tamper?.(request, ask);
      return changed ?? { jsonrpc: '2.0', id, result: await ask(method, ...params) };
    } catch (error) {
      const { code, message } = error as { code?: number; message: string };
      return { jsonrpc: '2.0', id, error: { code: code ?? -32_000, message } };
    }
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const asked: RpcRequest | RpcRequest[] = JSON.parse(body);
    const answers = Array.isArray(asked) ? await Promise.all(asked.map(answer)) : await answer(asked);
    response.end(typeof answers === 'string' ? answers : JSON.stringify(answers));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tamper: (with_) => {
      tamper = with_;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
