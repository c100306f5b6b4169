/** Somebody of a demo's staff, over HTTP. */
export interface StaffCaller {
  readonly id: string;
  /** What they confirm a change with. It counts until it is spent. */
  readonly confirmation: { readonly method: 'email'; readonly code: string };
  post(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }>;
}

type Answer = { status: number; body: Record<string, unknown> };

async function send(url: string, path: string, body: object, token?: string): Promise<Answer> {
  const answer = await fetch(`${url}/api/v1/${path}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** The code of the newest mail; in a demo it is there as soon as the call is answered. */
async function newestCode(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/dev/outbox.json?to=${encodeURIComponent(email)}`);
  const messages = (await answer.json()) as { text: string }[];
  return messages.flatMap(({ text }) => /(?<![\w-])\d{6}(?!\w)/.exec(text)?.[0] ?? [])[0] ?? '';
}

/** Logs them in with the code by mail that staff need, and has another one sent to confirm a change with. */
export async function logInStaff(url: string, email: string): Promise<StaffCaller> {
  const { body: begun } = await send(url, 'auth/login', { email, password: 'Emporion-1' });
  const { ticket } = begun;
  await send(url, 'auth/login/send-code', { ticket, method: 'email' });
  const code = await newestCode(url, email);
  const { body } = await send(url, 'check2falogin', { ticket, method: 'email', code });
  const token = String(body.access);
  await send(url, 'security/confirmation/send-code', { action: 'back_office', method: 'email' }, token);
  const me = await fetch(`${url}/api/v1/admin/me/`, { headers: { authorization: `Bearer ${token}` } });
  const { id } = (await me.json()) as { id: string };
  return {
    id,
    confirmation: { method: 'email', code: await newestCode(url, email) },
    post: (path, sent) => send(url, path, sent, token),
  };
}
