import { expect, it } from 'vitest';
import { loadConfig } from '#platform/config/load.ts';
import { accessLifeSeconds, readAccessToken, signAccessToken } from './access-token.ts';

const loaded = loadConfig({ NODE_ENV: 'test' });
if (!loaded.ok) throw new Error('the configuration of the test is refused');
const config = loaded.value;
const issuedAt = new Date('2026-01-02T03:04:05Z');
const after = (seconds: number) => new Date(issuedAt.getTime() + seconds * 1000);
const [userId, sessionId] = ['b6f0b2f6-6c1c-4d0c-9b0a-0d6a5f6f7a01', '0b3f3ad1-5d52-4a3e-9a51-3f1f7f0b9c02'];
const claims = { userId, sessionId, issuedAt };

it('says the same of a token the second time, until it expires', async () => {
  const token = await signAccessToken(config, claims);
  const first = await readAccessToken(config, { token, now: issuedAt });
  expect(first).toEqual({ userId, sessionId, expiresAt: after(accessLifeSeconds) });
  expect(await readAccessToken(config, { token, now: after(accessLifeSeconds - 1) })).toEqual(first);
  expect(await readAccessToken(config, { token, now: after(accessLifeSeconds) })).toBeUndefined();
});

it('does not take a forged token for one that it knows', async () => {
  const token = await signAccessToken(config, claims);
  await readAccessToken(config, { token, now: issuedAt });
  const [header, , signature] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ sub: userId, sid: sessionId, exp: 4_000_000_000 })).toString(
    'base64url',
  );
  for (const forged of [`${header}.${payload}.${signature}`, token.slice(0, -1), `${token}x`]) {
    expect(await readAccessToken(config, { token: forged, now: issuedAt })).toBeUndefined();
  }
});

it('does not know the tokens of another secret', async () => {
  const token = await signAccessToken(config, claims);
  await readAccessToken(config, { token, now: issuedAt });
  const other = { ...config, secret: 'another-secret-of-more-than-32-characters' };
  expect(await readAccessToken(other, { token, now: issuedAt })).toBeUndefined();
});

it('takes no token whose session or user is no id, although it is signed by the right key', async () => {
  for (const wrong of [{ sessionId: 'one' }, { userId: 'ann' }, { sessionId: `${sessionId}0` }]) {
    const token = await signAccessToken(config, { ...claims, ...wrong });
    expect(await readAccessToken(config, { token, now: issuedAt })).toBeUndefined();
  }
});
