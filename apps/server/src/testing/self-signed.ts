import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const ecdsaWithSha256 = Buffer.from('2a8648ce3d040302', 'hex');
const commonName = Buffer.from('550403', 'hex');

/** One value of DER: its tag, its length and what it holds. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const long =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...long]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
/** As certificates write a time: two digits of the year first, in UTC. */
const moment = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));

/** A key and a certificate that nobody has signed but itself, for a day. Node makes none, and the tests need nothing but Node. */
export function selfSigned(name: string): { key: string; cert: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const publicKey = createPublicKey(createPrivateKey(key)).export({ type: 'spki', format: 'der' });
  const algorithm = sequence(der(0x06, ecdsaWithSha256));
  const subject = sequence(der(0x31, sequence(der(0x06, commonName), der(0x0c, Buffer.from(name)))));
  const now = Date.now();
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    subject,
    sequence(moment(new Date(now - 3_600_000)), moment(new Date(now + 86_400_000))),
    subject,
    publicKey,
  );
  const signature = sign('sha256', content, key);
  const whole = sequence(content, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = whole
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return { key, cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n` };
}
