import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';
import { originOf } from './origin.ts';
import { placeOf } from './place.ts';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    'Chrome on Windows',
  ],
  ['curl/8.5.0', 'curl'],
  ['python-requests/2.31.0', 'python-requests'],
  ['emporion-security.evil.example/1 x', 'Unknown device'],
  ['evil.example/x', 'Unknown device'],
  ['Call 0800 123456 now/1 x', 'Call'],
  ['<script>alert(1)</script>', 'Unknown device'],
  ['', 'Unknown device'],
  [undefined, 'Unknown device'],
])('calls %s the device %s', (header, name) => {
  expect(deviceName(header)).toBe(name);
});

it('never answers with more than a short name, whatever was sent', () => {
  const name = deviceName(`${'A'.repeat(5_000)}<b>`);
  expect(name.length).toBeLessThan(100);
  expect(name).not.toMatch(/[<>]/);
});

it.each([
  ['8.8.8.8', 'US'],
  ['2001:4860:4860::8888', 'US'],
  ['10.1.2.3', null],
  ['192.168.0.1', null],
  ['127.0.0.1', null],
  ['::1', null],
  ['fd12::1', null],
  ['', null],
  ['not an address', null],
])('places %s in %s', (address, place) => {
  expect(placeOf(address)).toBe(place);
});

it('reads the address of a request that came as IPv4 within IPv6', () => {
  expect(originOf({ ip: '::ffff:8.8.8.8', headers: {} })).toMatchObject({ address: '8.8.8.8', place: 'US' });
});
