import { expect, it } from 'vitest';
import type { Platform } from '#platform/platform.ts';
import { canDeliver, noteDelivery } from './delivery-state.ts';
import { mailServer } from './mail-server.ts';

function platformWith(config: Partial<Platform['config']>) {
  let now = 0;
  const platform = { config, clock: { now: () => new Date(now) }, runtime: {} } as unknown as Platform;
  return {
    platform,
    pass: (seconds: number) => {
      now += seconds * 1_000;
    },
  };
}

it('takes messages for undeliverable where nothing is set up, but for a demo', () => {
  const { platform: bare } = platformWith({ demo: false });
  expect([canDeliver(bare, 'mail'), canDeliver(bare, 'sms')]).toEqual([false, false]);
  const { platform: demo } = platformWith({ demo: true });
  expect([canDeliver(demo, 'mail'), canDeliver(demo, 'sms')]).toEqual([true, true]);
});

it('goes by the last connection to the mail server', () => {
  const { platform } = platformWith({ demo: false, smtpUrl: 'smtps://mail.example' });
  expect(canDeliver(platform, 'mail')).toBe(true);
  mailServer(platform).problem = 'smtp ECONNREFUSED';
  expect(canDeliver(platform, 'mail')).toBe(false);
});

it('rests for a minute after a text message that could not be handed over, and tries again then', async () => {
  const { platform, pass } = platformWith({ demo: false, smsWebhookUrl: 'https://sms.example' });
  await noteDelivery(platform, 'sms', { kind: 'postponed', reason: 'webhook 503' });
  expect(canDeliver(platform, 'sms')).toBe(false);
  pass(60);
  expect(canDeliver(platform, 'sms')).toBe(true);
  await noteDelivery(platform, 'sms', { kind: 'postponed', reason: 'webhook 503' });
  await noteDelivery(platform, 'sms', { kind: 'delivered' });
  expect(canDeliver(platform, 'sms')).toBe(true);
});
