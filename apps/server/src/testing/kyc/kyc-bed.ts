import { execFileSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { Kyc } from '@emporion/contracts/rest';
import {
  nonceHeader,
  signatureHeader,
  signedText,
  timestampHeader,
  type VerificationEvent,
} from '@emporion/contracts/verification';
import { approvalsModule } from '#modules/approvals/index.ts';
import { auditModule } from '#modules/audit/index.ts';
import { exchangeSettingsModule } from '#modules/exchange-settings/index.ts';
import { findApplication } from '#modules/kyc/application.ts';
import { declarationOf } from '#modules/kyc/declaration.ts';
import { kycModule } from '#modules/kyc/index.ts';
import { signedHeaders } from '#modules/kyc/provider/signed-message.ts';
import { hookPath, providerOf } from '#modules/kyc/provider/the-provider.ts';
import { notificationsModule } from '#modules/notifications/index.ts';
import { policyModule } from '#modules/policy/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { usersAdminModule } from '#modules/users-admin/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { folders } from '#platform/folders.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';

/** A picture of one colour; each colour is another file. */
export function picture(width = 640, height = 400, colour = 128): Buffer {
  const part = (name: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), content]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(content.length, 0);
    frame.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, colour);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...[part('IHDR', head), part('IDAT', deflateSync(rows)), part('IEND', Buffer.alloc(0))],
  ]);
}

export const person = {
  ...{ first_name: 'Theodora', last_name: 'Trader', birthday: '1990-05-17', country: 'PT' },
  ...{ address: 'Rua Augusta 1', city: 'Lisboa', postal_code: '1100-048' },
};

const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export interface Shown {
  readonly number?: string;
  readonly expires?: string;
  readonly issued?: string;
  readonly files?: Readonly<Record<string, Buffer>>;
  /** Of what is declared, where it differs. */
  readonly person?: Partial<typeof person>;
}

const whole = {
  document_front: picture(),
  selfie: picture(400, 400, 60),
  address_proof: picture(600, 800, 220),
};

export interface KycBed {
  readonly exchange: StaffedExchange;
  /** How far the server's clock is ahead. */
  readonly ahead: { ms: number };
  read(member: Member): Promise<Kyc>;
  /** Begins an application and opens its session. */
  begin(member: Member, level: number, declared?: Shown['person']): Promise<string>;
  /** Uploads in the frame, as its script does; answers with the statuses. */
  show(token: string, shown?: Shown): Promise<void>;
  /** From nothing to handed in. */
  handIn(member: Member, level: number, shown?: Shown): Promise<string>;
  until(member: Member, isThere: (kyc: Kyc) => boolean): Promise<Kyc>;
  /** Posts an event as the provider would, or as somebody else might. */
  tell(
    event: VerificationEvent | string,
    forged?: { secret?: string; ageSeconds?: number; nonce?: string; headers?: Record<string, string> },
  ): Promise<{ status: number; code: string | undefined }>;
  /** The fingerprint of what an application declares. */
  declared(id: string): Promise<string>;
  control(action: string, application?: string): Promise<void>;
  newestMail(email: string): Promise<{ subject: string; text: string } | undefined>;
  run(job: string): Promise<void>;
  close(): Promise<void>;
}

/** The real server, on a real port, with the real process of the sandbox. */
export async function openKycBed(): Promise<KycBed> {
  execFileSync(process.execPath, [join(folders.root, 'scripts', 'build.mjs'), 'kyc-sandbox']);
  const dataFolder = mkdtempSync(join(tmpdir(), 'emporion-kyc-'));
  const ahead = { ms: 0 };
  const exchange = await openStaffedExchange({
    modules: [
      ...[auditModule, staffModule, notificationsModule, walletModule, usersAdminModule],
      ...[approvalsModule, exchangeSettingsModule, policyModule, kycModule],
    ],
    env: { DATA_DIR: dataFolder, KYC_SANDBOX_PORT: '0', DEMO: 'true', EXCLUDED_COUNTRIES: 'KP' },
    clock: { now: () => new Date(Date.now() + ahead.ms) },
    jobs: { add: async () => undefined, stop: async () => undefined },
  });
  const { app, platform, test } = exchange;
  await app.listen({ port: 0, host: '127.0.0.1' });
  await test.database.pool.query('update withdrawal_policy set level = 0');
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const provider = providerOf(platform).require();
  const post = (member: Member, path: string, body?: object) =>
    member.call({ method: 'POST', path, ...(body && { body }) });

  const read: KycBed['read'] = async (member) => Kyc.parse((await member.call({ path: 'kyc' })).body);
  const begin: KycBed['begin'] = async (member, level, declared) => {
    const { status, body } = await post(member, 'kyc/applications', {
      ...{ level, person: { ...person, ...declared } },
    });
    if (status !== 200) throw new Error(`It was refused: ${JSON.stringify(body)}`);
    return (await post(member, 'kyc/session')).body.token;
  };
  const show: KycBed['show'] = async (token, shown = {}) => {
    const { number = 'P1234567', expires = dayFrom(1_000), issued = dayFrom(-10), files = whole } = shown;
    const origin = await provider.origin();
    const put = (path: string, body: string | Uint8Array<ArrayBuffer>) =>
      fetch(`${origin}${path}`, { method: 'PUT', headers: { authorization: `Bearer ${token}` }, body });
    await put('/session', JSON.stringify({ type: 'passport', number, expires, issued }));
    for (const [kind, content] of Object.entries(files))
      await put(`/session/files/${kind}`, new Uint8Array(content));
  };
  return {
    exchange,
    ahead,
    read,
    begin,
    show,
    handIn: async (member, level, shown) => {
      await show(await begin(member, level, shown?.person), shown);
      const { status, body } = await post(member, 'kyc/submit');
      if (status !== 200) throw new Error(`It was refused: ${JSON.stringify(body)}`);
      return Kyc.parse(body).application?.id ?? '';
    },
    until: async (member, isThere) => {
      for (;;) {
        const found = await read(member);
        if (isThere(found)) return found;
        // The sandbox decides within a moment; a test that waits for ever is ended by the runner.
        await new Promise((done) => setTimeout(done, 100));
      }
    },
    tell: teller(`http://127.0.0.1:${port}${hookPath}`, provider.secret),
    declared: async (id) => {
      const found = await findApplication(test.database.kysely, id);
      return found ? declarationOf(found) : 'a'.repeat(64);
    },
    control: async (action, application) => {
      const body = JSON.stringify({ do: action, application });
      const path = '/api/sandbox';
      const headers = signedHeaders(provider.secret, { path, body }, new Date());
      await fetch(`${await provider.origin()}${path}`, { method: 'POST', body, headers });
    },
    newestMail: async (email) => {
      const { rows } = await test.database.pool.query(
        "select subject, text from messages where recipient = $1 and template = 'kyc.update' order by sequence desc limit 1",
        [email],
      );
      return rows[0];
    },
    run: async (job) => {
      await kycModule.jobs?.[job]?.({}, { platform } as never);
    },
    close: async () => {
      await exchange.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

function teller(hook: string, known: string): KycBed['tell'] {
  return async (event, forged = {}) => {
    const { secret = known, ageSeconds = 0, nonce = randomBytes(16).toString('base64url') } = forged;
    const body = typeof event === 'string' ? event : JSON.stringify(event);
    const timestamp = String(Math.floor(Date.now() / 1_000) - ageSeconds);
    const signature = createHmac('sha256', secret)
      .update(signedText({ timestamp, nonce, path: hookPath, body }))
      .digest('hex');
    const headers = {
      'content-type': 'application/json',
      ...{ [timestampHeader]: timestamp, [nonceHeader]: nonce, [signatureHeader]: signature },
      ...forged.headers,
    };
    const answer = await fetch(hook, { method: 'POST', body, headers });
    return { status: answer.status, code: ((await answer.json()) as { code?: string }).code };
  };
}
