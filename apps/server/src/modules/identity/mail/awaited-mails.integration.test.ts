import { registrationEndpoints } from '@emporion/contracts/rest';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { deliverJob } from '#platform/messages/create-messages.ts';
import { anyEmail, goodPassword, IdentityApp } from '../testing/identity-app.ts';
import { codeMail } from './code-messages.ts';

const newsCount = 200;
const newsTo = 'news@example.test';
const registration = {
  first_name: 'Thea',
  last_name: 'Test',
  password: goodPassword,
  password_confirm: goodPassword,
  phone: '+34 600 123 456',
  country: 'PT',
  birthday: '1990-05-17',
  terms: true,
  privacy: true,
  newsletter: false,
};

let server: IdentityApp;

beforeAll(async () => {
  server = await IdentityApp.open();
});
afterAll(() => server.close());

/** Fills the queue with mails that nobody waits for, and lets none of them go until it is told to. */
async function fillQueue(): Promise<() => Promise<void>> {
  const { database, jobs } = server.platform;
  const news = await server.query<{ id: string }>(
    `insert into messages (channel, recipient, language, template, subject, text)
     select 'mail', $1, 'en', 'news', 'News', 'News' from generate_series(1, $2::integer) returning id`,
    [newsTo, newsCount],
  );
  const holder = new pg.Client({ connectionString: server.database.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from messages where recipient = $1 for update', [newsTo]);
  await database.kysely.transaction().execute(async (transaction) => {
    for (const { id } of news) await jobs.add(deliverJob, { message: id }, { transaction });
  });
  return async () => {
    await holder.query('commit');
    await holder.end();
  };
}

/** How many mails that nobody waits for were delivered before this one. */
async function newsBefore(recipient: string): Promise<number | undefined> {
  const [row] = await server.query<{ before: number }>(
    `select (select count(*)::integer from messages news
             where news.recipient = $2 and news.delivered_at < mail.delivered_at) as before
     from messages mail where recipient = $1 and status = 'delivered'`,
    [recipient, newsTo],
  );
  return row?.before;
}

it('delivers a code, a link to verify and a link to reset before what nobody waits for', async () => {
  const forgetful = await server.addUser();
  const newcomer = anyEmail();
  const doubter = anyEmail();
  const captcha = { reset: await server.solved('reset'), registration: await server.solved('registration') };
  const letGo = await fillQueue();
  const params = { code: '123456', purpose: 'login', minutes: 5 };
  await server.platform.messages.sendMail({ to: doubter, language: 'en', template: codeMail, params });
  const answers = [
    await server.call(registrationEndpoints.requestReset, {
      email: forgetful.email,
      captcha: captcha.reset,
    }),
    await server.call(registrationEndpoints.register, {
      ...registration,
      email: newcomer,
      captcha: captcha.registration,
    }),
  ];
  await letGo();
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  for (const recipient of [doubter, forgetful.email, newcomer]) {
    const before = await vi.waitFor(
      async () => {
        const count = await newsBefore(recipient);
        if (count === undefined) throw new Error(`Nothing came to ${recipient}.`);
        return count;
      },
      { interval: 20 },
    );
    // Some were on their way already, and some go while the link to reset is being written.
    expect(before).toBeLessThan(newsCount / 2);
  }
});
