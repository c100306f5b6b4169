import dns from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';

/** Where clouds tell a machine its secrets, and link-local addresses: no node of a network is there. Private networks are allowed, for nodes often are. */
const refused = new BlockList();
refused.addSubnet('169.254.0.0', 16, 'ipv4');
refused.addSubnet('fe80::', 10, 'ipv6');
refused.addAddress('fd00:ec2::254', 'ipv6');
refused.addAddress('100.100.100.200', 'ipv4');
refused.addAddress('192.0.0.192', 'ipv4');

/** Whether no node has this address. An IPv4 address that is written as IPv6 is checked as what it is. */
export function isRefusedNodeAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && refused.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Resolves, checks and connects in one step: a name that resolves to another address a moment later gains nothing. */
const nodeLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => isRefusedNodeAddress(address)))
      return callback(new Error('The name leads to an address that no node has.'), '');
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};

const agents = {
  'http:': new http.Agent({ lookup: nodeLookup, keepAlive: true }),
  'https:': new https.Agent({ lookup: nodeLookup, keepAlive: true }),
} as const;

export interface NodeRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/**
 * Posts to a node like `fetch` does, on a connection whose address was checked as it was made. Redirects are not followed.
 *
 * @throws Error for an address that no node has; the reason of the signal when it aborts.
 */
export async function postToNode(address: string | URL, request: NodeRequest): Promise<Response> {
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('A node is asked over HTTP.');
  // No name is looked up for an address.
  if (isRefusedNodeAddress(url.hostname.replace(/^\[(.*)\]$/, '$1')))
    throw new Error('No node has this address.');
  try {
    return await send(url, request);
  } catch (error) {
    // The node closed a connection that rested at the very moment in which it was used again; nothing was answered.
    if (!(error instanceof StaleConnection)) throw error;
    return send(url, request);
  }
}

class StaleConnection extends Error {}

function send(url: URL, { headers, body, signal }: NodeRequest): Promise<Response> {
  return new Promise((done, refuse) => {
    const protocol = url.protocol as keyof typeof agents;
    const start = protocol === 'https:' ? https.request : http.request;
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const asked = start(url, { method: 'POST', agent: agents[protocol], headers: { ...headers, ...length } });
    const abort = () => asked.destroy(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      signal.removeEventListener('abort', abort);
      const isStale = asked.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted;
      refuse(isStale ? new StaleConnection() : signal.aborted ? signal.reason : error);
    });
    asked.on('response', (answer) => {
      signal.removeEventListener('abort', abort);
      const stop = () => answer.destroy(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      answer.on('close', () => signal.removeEventListener('abort', stop));
      const status = answer.statusCode ?? 0;
      if (status < 200 || (status >= 300 && status < 400)) {
        answer.destroy();
        refuse(new Error(`The node answered with status ${status}.`));
        return;
      }
      const isEmpty = status === 204 || status === 205;
      if (isEmpty) answer.resume();
      const content = isEmpty ? null : (Readable.toWeb(answer) as unknown as ReadableStream);
      done(new Response(content, { status }));
    });
    if (signal.aborted) abort();
    asked.end(body);
  });
}
