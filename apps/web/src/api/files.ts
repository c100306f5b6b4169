import type { Attachment, Endpoint } from '@emporion/contracts/rest';
import { fail, type Result, succeed } from '@emporion/kernel';
import { clientParts } from './api.ts';
import { createClient } from './client.ts';
import { type ApiFailure, networkFailure } from './failure.ts';
import type { Transport } from './transport.ts';

type LooseCall = (endpoint: Endpoint, input: object) => Promise<Result<unknown, ApiFailure>>;

/** Goes the way of every call, with the session, its renewal and the refusals; only what is sent or comes back is bytes. */
function callWith(transport: Transport): LooseCall {
  return createClient({ ...clientParts, transport }) as LooseCall;
}

async function jsonOf(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined);
}

/** Sends a file as it is. */
export async function uploadFile(endpoint: Endpoint, file: File): Promise<Result<Attachment, ApiFailure>> {
  const send: Transport = async ({ url, method, headers }) => {
    try {
      const response = await fetch(url, {
        ...{ method, body: file, credentials: 'same-origin' },
        headers: { ...headers, 'content-type': 'application/octet-stream' },
      });
      return succeed({ status: response.status, body: await jsonOf(response) });
    } catch {
      return fail(networkFailure);
    }
  };
  const name = file.name.slice(-120) || 'file';
  return (await callWith(send)(endpoint, { query: { name } })) as Result<Attachment, ApiFailure>;
}

/** Fetches a file that only its owner gets, so that no link could. */
export async function fetchFile(endpoint: Endpoint, id: string): Promise<Result<Blob, ApiFailure>> {
  let file: Blob | undefined;
  const send: Transport = async ({ url, method, headers }) => {
    try {
      const response = await fetch(url, { method, headers, credentials: 'same-origin' });
      if (!response.ok) return succeed({ status: response.status, body: await jsonOf(response) });
      file = await response.blob();
      return succeed({ status: response.status, body: '' });
    } catch {
      return fail(networkFailure);
    }
  };
  const answer = await callWith(send)(endpoint, { params: { id } });
  if (!answer.ok) return answer;
  return file === undefined ? fail(networkFailure) : succeed(file);
}
