import { createHash } from 'node:crypto';
import { type Agent, request } from 'node:https';
import { type QueryExecutorProvider, sql } from 'kysely';
import { z } from 'zod';
import { findUser } from '#modules/identity/index.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { findNotification, notificationOnWire, wordsOutside } from '../notifications.ts';
import { encryptPush, vapidAuthorization } from './encrypt-push.ts';
import { isLoggedIn } from './logged-in.ts';
import { mayBePushService, pushAgent } from './push-address.ts';
import { readVapidKey } from './vapid-key.ts';

export const pushJob = 'notifications.push';

/** From the first attempt to the last it takes about five minutes: later, the news is old. */
const attemptsMax = 6;
/** The push service keeps it for a browser that is off for so long. */
const keptSeconds = 86_400;
/** In all: somebody who answers letter by letter is somebody who does not answer. */
const timeMaxMs = 5_000;
/** Everything that is done later shares a few turns, mails with codes among it, and strangers may be slow: pushes take at most so many. */
const queues = 2;
/** So often in a row a push service refuses before we take it that nobody is there. */
const failuresMax = 20;
/** A record takes 4,096 bytes; texts of ours are far shorter, and those that staff wrote are cut. */
const textMax = 500;

export function pushQueueOf(userId: string): string {
  const [first = 0] = createHash('sha256').update(userId).digest();
  return `push:${first % queues}`;
}

/** Has a notification pushed to every browser of its user, if the transaction commits. */
export async function addPushes(
  transaction: QueryExecutorProvider,
  { jobs }: Platform,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const { rows } = await sql<{ subscription: string }>`
    select id as subscription from push_subscriptions where user_id = ${userId}
  `.execute(transaction);
  const queue = pushQueueOf(userId);
  for (const { subscription } of rows)
    await jobs.add(pushJob, { notification: id, subscription }, { transaction, attemptsMax, queue });
}

const Payload = z.object({ notification: z.string(), subscription: z.uuid() });

interface Subscription {
  readonly userId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A way to post to a push service. Answers with the status. */
export type PostPush = (
  endpoint: string,
  message: { readonly body: Buffer; readonly headers: Record<string, string>; readonly signal: AbortSignal },
) => Promise<number>;

/** Posts and waits for the status alone: what else is answered is a stranger's, and is not read. */
export function postBy(send: typeof request, { timeMs, agent }: { timeMs: number; agent?: Agent }): PostPush {
  return (endpoint, { body, headers, signal: stopping }) =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeMs)]);
      const post = send(endpoint, { method: 'POST', headers, agent, signal });
      post.on('response', (answer) => {
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      });
      post.on('error', reject);
      post.end(body);
    });
}

const postToInternet = postBy(request, { timeMs: timeMaxMs, agent: pushAgent });

const postPush: PostPush = async (endpoint, message) =>
  mayBePushService(endpoint) ? postToInternet(endpoint, message) : 410;

/** Thrown to have the job tried again later. */
class PushPostponed extends Error {
  override readonly name = 'PushPostponed';
}

/** Pushes one notification to one browser. A browser that is gone (404, 410) is forgotten. */
export function pushNotification(post: PostPush = postPush): JobHandler {
  return async (payload, { platform, signal, isLastAttempt }) => {
    const { notification, subscription: id } = Payload.parse(payload);
    const db = platform.database.kysely;
    const { rows } = await sql<Subscription>`
      select user_id as "userId", endpoint, p256dh, auth from push_subscriptions
      where id = ${id} and ${isLoggedIn(platform.clock.now())}
    `.execute(db);
    const [subscription] = rows;
    const row = await findNotification(db, notification);
    const user = subscription && (await findUser(db, subscription.userId));
    // The browser may be somebody else's by now.
    if (!subscription || !row || !user || row.userId !== user.id) return;
    const status = await postTo(platform, { subscription, row, language: user.language, post, signal });
    if (status === 404 || status === 410)
      await sql`delete from push_subscriptions where id = ${id}`.execute(db);
    else if (status >= 200 && status < 300)
      await sql`update push_subscriptions set failures = 0 where id = ${id} and failures > 0`.execute(db);
    else await countFailure(db, id);
    if (!isLastAttempt && (status === 429 || status === 0 || status >= 500))
      throw new PushPostponed(`push service ${status}`);
  };
}

async function countFailure(db: QueryExecutorProvider, id: string): Promise<void> {
  await sql`update push_subscriptions set failures = failures + 1 where id = ${id}`.execute(db);
  await sql`delete from push_subscriptions where id = ${id} and failures >= ${failuresMax}`.execute(db);
}

async function postTo(
  platform: Platform,
  {
    subscription,
    row,
    language,
    post,
    signal,
  }: {
    subscription: Subscription;
    row: Parameters<typeof notificationOnWire>[0];
    language: Parameters<typeof notificationOnWire>[1];
    post: PostPush;
    signal: AbortSignal;
  },
): Promise<number> {
  const { config, database, clock } = platform;
  const { link } = notificationOnWire(row, language);
  const { title, text } = wordsOutside(language, row);
  const told = { title, text: text.slice(0, textMax), link: `/account${link ?? '/'}`, tag: `${row.id}` };
  const key = await readVapidKey(database.kysely, config);
  const { endpoint } = subscription;
  const subject = config.publicUrl.startsWith('https:') ? config.publicUrl : 'mailto:nobody@localhost';
  try {
    return await post(endpoint, {
      body: encryptPush(JSON.stringify({ ...told, brand: settingsOf(platform).name }), subscription),
      headers: {
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(keptSeconds),
        authorization: vapidAuthorization({ endpoint, subject, now: clock.now(), ...key }),
      },
      signal,
    });
  } catch (err) {
    platform.log.warn({ part: 'notifications', err }, 'a push service was not reached');
    return 0;
  }
}
