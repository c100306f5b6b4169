import type { Endpoint } from '@emporion/contracts/rest';
import { fail, type Result, succeed } from '@emporion/kernel';
import { clientParts } from '@emporion/web/api/api.ts';
import { createClient } from '@emporion/web/api/client.ts';
import { type ApiFailure, networkFailure } from '@emporion/web/api/failure.ts';
import type { Transport } from '@emporion/web/api/transport.ts';

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The browser reads it after the click; letting it go at once would leave it nothing to read.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

type LooseCall = (endpoint: Endpoint, input: Asked) => Promise<Result<unknown, ApiFailure>>;

interface Asked {
  readonly query: object;
  readonly body?: object;
}

/** Fetches a file by the way of every call, with the session and its renewal, and reads the answer as a file. */
async function fetchFile(endpoint: Endpoint, asked: Asked) {
  let file: Blob | undefined;
  const transport: Transport = async ({ url, method, headers, body }) => {
    try {
      const response = await fetch(url, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        body: body === undefined ? null : JSON.stringify(body),
        credentials: 'same-origin',
      });
      if (!response.ok)
        return succeed({ status: response.status, body: await response.json().catch(() => undefined) });
      file = await response.blob();
      return succeed({ status: response.status, body: '' });
    } catch {
      return fail(networkFailure);
    }
  };
  const answer = await (createClient({ ...clientParts, transport }) as unknown as LooseCall)(endpoint, asked);
  return { answer, file };
}

/** Saves the file that a change by staff answers with, such as one that takes a reason and a fresh code. */
export async function downloadWith(endpoint: Endpoint, asked: Asked, name: string) {
  const { answer, file } = await fetchFile(endpoint, asked);
  if (answer.ok && file !== undefined) saveFile(file, name);
  return answer;
}
