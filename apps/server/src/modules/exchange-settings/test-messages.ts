import { randomUUID } from 'node:crypto';
import { setTimeout as until } from 'node:timers/promises';
import { chooseDelivery } from '#platform/messages/delivery/choose-delivery.ts';
import type { DeliveryOutcome } from '#platform/messages/delivery/delivery.ts';
import type { QueuedMessage } from '#platform/messages/message-store.ts';
import type { Channel } from '#platform/messages/messages.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';

/** Longer, and whoever pressed the button thinks that nothing happens. */
const patienceMs = 20_000;

export interface TestOutcome {
  readonly delivered: boolean;
  readonly problem: string | null;
}

/** Hands a message over at once instead of by a job, so that whoever asks sees how it went. It is kept nowhere. */
export async function sendTest(
  platform: Platform,
  { channel, recipient }: { channel: Channel; recipient: string },
): Promise<TestOutcome> {
  const { name } = settingsOf(platform);
  const text = `${name}: this is a test. It works.`;
  const message: QueuedMessage = {
    id: randomUUID(),
    channel,
    recipient,
    language: 'en',
    template: 'settings.test',
    subject: channel === 'mail' ? `Test of ${name}` : null,
    text,
    html: channel === 'mail' ? `<p>${escapeHtml(text)}</p>` : null,
    created_at: platform.clock.now(),
  };
  const stop = new AbortController();
  const outcome: DeliveryOutcome = await Promise.race([
    chooseDelivery(channel, platform)(message, stop.signal),
    until(patienceMs, { kind: 'postponed', reason: 'no answer in time' } as const, { signal: stop.signal }),
  ]);
  stop.abort();
  if (outcome.kind === 'delivered') return { delivered: true, problem: null };
  return { delivered: false, problem: (outcome.detail ?? outcome.reason).slice(0, 500) };
}

const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
