import { loginEndpoints, settingsEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startSmtpServer, type TestSmtpServer } from '#platform/messages/delivery/test-servers.ts';
import { goodPassword, IdentityApp } from '../testing/identity-app.ts';
import { updateUser } from '../users/users.ts';

let smtp: TestSmtpServer;
let server: IdentityApp;

beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await IdentityApp.open({ SMTP_URL: smtp.url });
});

afterAll(async () => {
  await server.close();
  await smtp.close();
});

it('reaches the owner by mail, in their language and under their phrase', async () => {
  const { id, email } = await server.addUser({ language: 'es' });
  await updateUser(server.platform.database.kysely, id, { antiPhishingPhrase: 'tall ships' });
  const { body } = await server.call(loginEndpoints.login, { email, password: goodPassword });
  const frozen = await server.call(settingsEndpoints.freeze, undefined, { token: String(body.access) });
  expect(frozen.status).toBe(200);
  const mail = await vi.waitFor(
    () => {
      const found = smtp.received.find(
        ({ to, source }) => to.includes(email) && source.includes('Su cuenta se ha congelado'),
      );
      if (!found) throw new Error('It has not come yet.');
      return found;
    },
    { interval: 20 },
  );
  expect(mail.source).toContain('tall ships');
  expect(mail.source).toContain('multipart/alternative');
});
