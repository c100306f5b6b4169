import dns from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isRefusedNodeAddress, postToNode } from './node-fetch.ts';

let found: { address: string; family: number }[] = [];
const lookUp = ((_name: string, _options: object, callback: (error: null, all: typeof found) => void) =>
  callback(null, found)) as unknown as typeof dns.lookup;

let server: Server;
let port: number;
let calls = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    calls += 1;
    if (request.url === '/moved') response.writeHead(302, { location: '/' }).end();
    else if (request.url === '/silent') return;
    else request.pipe(response.writeHead(request.url === '/refuses' ? 500 : 200));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
  vi.spyOn(dns, 'lookup').mockImplementation(lookUp as never);
});
afterAll(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

const post = (path: string, { host = 'node.example', signal = new AbortController().signal } = {}) =>
  postToNode(`http://${host}:${port}${path}`, { headers: {}, body: '{"a":1}', signal });

it('reaches a node of a private network by its name, with its status and its words', async () => {
  found = [{ address: '127.0.0.1', family: 4 }];
  for (const [path, status] of [
    ['/', 200],
    ['/refuses', 500],
  ] as const) {
    const answer = await post(path);
    expect([answer.status, await answer.text()]).toEqual([status, '{"a":1}']);
  }
});

it('connects to no address at which clouds keep secrets, whatever its name said when it was checked', async () => {
  const before = calls;
  found = [
    { address: '127.0.0.1', family: 4 },
    { address: '169.254.169.254', family: 4 },
  ];
  await expect(post('/', { host: 'turned.example' })).rejects.toThrow('no node has');
  for (const host of ['169.254.169.254', '[fe80::1]', '[::ffff:169.254.169.254]', '[fd00:ec2::254]'])
    await expect(post('/', { host })).rejects.toThrow('No node has this address');
  expect(calls).toBe(before);
  expect(['10.0.0.1', '127.0.0.1', '::1'].map(isRefusedNodeAddress)).toEqual([false, false, false]);
});

it('follows no redirect, and ends with the reason of its signal', async () => {
  found = [{ address: '127.0.0.1', family: 4 }];
  await expect(post('/moved')).rejects.toThrow('302');
  const leaving = new AbortController();
  const silent = post('/silent', { signal: leaving.signal });
  const reason = new DOMException('late', 'TimeoutError');
  leaving.abort(reason);
  await expect(silent).rejects.toBe(reason);
});
