import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface Ceremony {
  readonly challenge: string;
  readonly rpId: string;
  readonly origin: string;
}

/** An authenticator in software, as far as WebAuthn has it: an ES256 key, a counter, and no attestation. */
export class SoftwarePasskey {
  readonly id = randomBytes(32).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;
  /** Whether it says that its user was recognised, by finger or PIN. */
  verifiesUser = true;
  /** How it says that it can be reached. */
  transports = ['internal'];

  register(ceremony: Ceremony): Record<string, unknown> {
    const authenticatorData = this.#authenticatorData(ceremony.rpId, this.#credentialData());
    const attestation = map([
      [text('fmt'), text('none')],
      [text('attStmt'), map([])],
      [text('authData'), bytes(authenticatorData)],
    ]);
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: this.transports,
    });
  }

  authenticate(ceremony: Ceremony): Record<string, unknown> {
    this.counter += 1;
    const client = clientData('webauthn.get', ceremony);
    const data = this.#authenticatorData(ceremony.rpId);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    });
  }

  #answer(response: Record<string, unknown>): Record<string, unknown> {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #authenticatorData(rpId: string, credential?: Buffer): Buffer {
    const flags = 0x01 | (this.verifiesUser ? 0x04 : 0) | (credential ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const party = createHash('sha256').update(rpId).digest();
    return Buffer.concat([party, Buffer.from([flags]), counter, credential ?? Buffer.alloc(0)]);
  }

  #credentialData(): Buffer {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    return Buffer.concat([Buffer.alloc(16), length, id, coseKey(this.#keys.publicKey)]);
  }
}

function clientData(type: string, { challenge, origin }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return map([
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y, 'base64url'))],
  ]);
}

/** The little of CBOR that a passkey needs. */
function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  if (value < 256) return Buffer.from([(kind << 5) | 24, value]);
  return Buffer.from([(kind << 5) | 25, value >> 8, value & 0xff]);
}

function integer(value: number): Buffer {
  return value >= 0 ? head(0, value) : head(1, -1 - value);
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([head(2, value.length), value]);
}

function text(value: string): Buffer {
  return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
}

function map(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat()]);
}
