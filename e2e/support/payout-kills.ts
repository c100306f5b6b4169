import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { StepPause } from './step-pause.ts';

/** Longer than any step takes on a busy machine. */
const patienceMs = 300_000;

/** Where a payout is stopped: at the moment before the step is committed, with everything before it done. */
export const pausePoints = [
  'withdrawals:requested',
  'withdrawals:queued',
  'payouts:building',
  'payouts:built',
  'payouts:signed',
  'payouts:broadcast',
  'payouts:confirming',
  'payouts:completed',
  'payouts:settled',
] as const;
export type PausePoint = (typeof pausePoints)[number];

/** Waits at a step as soon as it is taken, by the words that `pausePoints` has for it. */
export const payoutTriggers = `
  create function test_pause_payout() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' or (old.status, old.books) is distinct from (new.status, new.books) then
      perform test_pause(tg_table_name || ':' || new.status);
      perform test_pause(tg_table_name || ':' || new.books);
    end if;
    return new;
  end $$;
  create trigger test_pause after update on withdrawals for each row execute function test_pause_payout();
  create trigger test_pause after insert or update on payouts for each row when (new.kind = 'payout')
    execute function test_pause_payout();
`;

const signerProgram = join(import.meta.dirname, '..', '..', 'apps', 'signer', 'dist', 'signer.js');

/** The signer as a process of its own, on the keys that a demo made below its data folder. */
export async function startSigner(folder: string): Promise<ChildProcess> {
  const env = { SIGNER_DIR: folder, SIGNER_SOCKET: join(folder, 'signer.sock') };
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await wait(50)) {
    const child = spawn(process.execPath, [signerProgram, '--demo'], {
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const isListening = await Promise.race([
      child.stdout && once(child.stdout, 'data').then(() => true),
      once(child, 'exit').then(() => false),
    ]);
    // One whose server was killed a moment ago may still have the folder.
    if (isListening) return child;
  }
  throw new Error('The signer did not start.');
}

export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** One who withdraws over HTTP, and asks again whenever the server was killed before it answered. */
export class Withdrawer {
  readonly #url: string;
  readonly #email: string;
  readonly #pause: StepPause;
  #token = '';
  #tokenUntil = 0;

  constructor(url: string, { email, pause }: { email: string; pause: StepPause }) {
    this.#url = url;
    this.#email = email;
    this.#pause = pause;
  }

  /** Asks for it, and gives the code of its one mail. */
  async withdraw(asked: object): Promise<void> {
    const requested = await this.post('wallet/withdrawals', asked);
    const { id } = requested;
    if (id === undefined) throw new Error(`It was refused: ${JSON.stringify(requested)}`);
    for (;;) {
      // Nobody waits a minute here for the next one.
      await this.#pause.query('delete from sent_codes');
      const sent = await this.post(`wallet/withdrawals/${id}/send-code`, { method: 'email' });
      if (sent.code === 'withdrawal_already_confirmed') break;
      const code = await this.#inMail(/^\s*(\d{6})\s*$/m);
      const confirmation = { method: 'email', code };
      const { code: refusal } = await this.post(`wallet/withdrawals/${id}/confirm`, { confirmation });
      if (refusal === undefined || refusal === 'withdrawal_already_confirmed') break;
    }
  }

  async balance(coin: string): Promise<string> {
    const { balance } = await this.#ask('balance', 'GET');
    return (balance as Record<string, { actual: string }>)[coin]?.actual ?? '0';
  }

  async post(path: string, body: object): Promise<Record<string, unknown>> {
    return this.#ask(path, 'POST', body);
  }

  async #ask(path: string, method: string, body?: object): Promise<Record<string, unknown>> {
    for (;;) {
      try {
        const answer = await fetch(`${this.#url}/api/v1/${path}/`, {
          method,
          headers: { authorization: `Bearer ${await this.#logIn()}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
        if (answer.status < 500) return (await answer.json()) as Record<string, unknown>;
      } catch {
        // It was killed: nobody knows whether it happened.
      }
      await wait(50);
    }
  }

  async #logIn(): Promise<string> {
    if (Date.now() < this.#tokenUntil) return this.#token;
    const answer = await fetch(`${this.#url}/api/v1/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: this.#email, password: 'Emporion-1' }),
    });
    this.#token = ((await answer.json()) as { access: string }).access;
    this.#tokenUntil = Date.now() + 180_000;
    return this.#token;
  }

  /** The newest mail that has it. */
  async #inMail(pattern: RegExp): Promise<string> {
    for (;;) {
      try {
        const answer = await fetch(`${this.#url}/dev/outbox.json?to=${encodeURIComponent(this.#email)}`);
        const messages = (await answer.json()) as { text: string }[];
        const found = messages.map(({ text }) => pattern.exec(text)).find((each) => each !== null);
        if (found) return found[1] ?? found[0];
      } catch {
        // It was killed; the mail is kept.
      }
      await wait(50);
    }
  }
}
