import { createECDH } from 'node:crypto';
import { expect, it } from 'vitest';
import { encryptPush } from './encrypt-push.ts';
import { isPublicAddress, mayBePushService } from './push-address.ts';

it('encrypts as the example of RFC 8291 does, byte by byte', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url');
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const encrypted = encryptPush('When I grow up, I want to be a watermelon', keys, { sender, salt });
  expect(encrypted.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

it.each([
  'http://push.example.com/a',
  'https://push.example.com:8443/a',
  'https://user:secret@push.example.com/a',
  'https://127.0.0.1/a',
  'https://2130706433/a',
  'https://[::1]/a',
  'https://[::ffff:10.0.0.1]/a',
  'https://169.254.169.254/latest',
  'https://192.168.1.1/a',
  'https://localhost/a',
  'https://database/a',
  'https://metadata.google.internal/a',
  'javascript:alert(1)',
])('takes %s for no push service', (endpoint) => expect(mayBePushService(endpoint)).toBe(false));

it.each(['https://fcm.googleapis.com/fcm/send/x', 'https://updates.push.services.mozilla.com/wpush/v2/x'])(
  'takes %s for one',
  (endpoint) => expect(mayBePushService(endpoint)).toBe(true),
);

it.each([
  ['site-local', 'fec0::1'],
  ['translated, which is IPv4 behind it', '::ffff:0:10.0.0.1'],
  ['IPv4 in IPv6', '::ffff:169.254.169.254'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['NAT64', '64:ff9b::a00:1'],
  ['NAT64 of a network of its own', '64:ff9b:1::a00:1'],
  ['6to4', '2002:a00:1::'],
  ['Teredo', '2001:0:a00:1::'],
  ['discard-only', '100::1'],
  ['link-local', 'fe80::1'],
  ['unique local', 'fdff::1'],
  ['multicast', 'ff02::1'],
  ['loopback', '::1'],
])('pushes to no address that is %s', (_kind, address) => {
  expect(isPublicAddress(address)).toBe(false);
  expect(mayBePushService(`https://[${address}]/a`)).toBe(false);
});

it('knows addresses of the public internet from all others', () => {
  const found = ['8.8.8.8', '2a00:1450::1', '10.1.2.3', '100.64.0.1', 'fd00::1', '::ffff:127.0.0.1', 'name'];
  expect(found.filter(isPublicAddress)).toEqual(['8.8.8.8', '2a00:1450::1']);
});
