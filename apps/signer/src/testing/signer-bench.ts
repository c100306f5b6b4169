import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accountsOf,
  addressFormats,
  type KeyPath,
  type SigningAnswer,
  type SigningRequest,
} from '@emporion/chains';
import { writeSigningRequest } from '@emporion/chains/wire';
import type { Clock } from '#count/clock.ts';
import { Count } from '#count/count.ts';
import { CountFile } from '#count/count-file.ts';
import { parsePolicy } from '#policy/policy.ts';
import { Signer } from '#signing/signer.ts';

/** A seed that belongs to nobody. */
const testSeed = new Uint8Array(64).fill(9);

export const coldAddress = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
export const usdtContract = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
export const payee = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

export const testPolicy = {
  version: 1,
  transactionsPerDay: 1_000,
  networks: {
    ethereum: {
      family: 'development',
      addressFormat: 'evm',
      feeCoin: 'ETH',
      feeMax: '10',
      topUpDayMax: '20',
      rescueFeeDayMax: '20',
      coldAddress,
      coins: { ETH: { dayMax: '100' }, USDT: { contract: usdtContract, dayMax: '1000' } },
    },
    polygon: {
      family: 'evm',
      chainId: 137,
      addressFormat: 'evm',
      feeCoin: 'POL',
      feeMax: '30000000',
      topUpDayMax: '0',
      coins: { POL: { dayMax: '100000000' }, USDT: { contract: usdtContract, dayMax: '1000' } },
    },
    ripple: {
      family: 'development',
      addressFormat: 'xrp',
      memo: 'tag',
      feeCoin: 'XRP',
      feeMax: '10',
      topUpDayMax: '0',
      coins: { XRP: { dayMax: '100' } },
    },
  },
};

export const keysOf = accountsOf(testSeed);

export function ownAddress(path: KeyPath): string {
  return addressFormats.evm.fromPublicKey(keysOf('evm').publicKey(path));
}

/** A payout of 1 ETH unit without a fee, but for what is said. */
export function payout(
  id: string,
  change: Partial<SigningRequest> & { fee?: bigint; nonce?: number } = {},
): SigningRequest {
  const { fee = 0n, nonce = 0, ...rest } = change;
  return {
    id,
    kind: 'payout',
    network: 'ethereum',
    payments: [{ to: payee, coin: 'ETH', amount: 1n }],
    terms: { family: 'development', from: { branch: 1, index: 0 }, nonce, fee },
    ...rest,
  };
}

export class TestClock implements Clock {
  /** What the world's time is, and by how much the wall clock differs from it. */
  realMs = Date.UTC(2026, 0, 1);
  offsetMs = 0;
  readonly #bootMs = this.realMs;

  wallMs(): number {
    return this.realMs + this.offsetMs;
  }

  monotonicMs(): number {
    return this.realMs - this.#bootMs;
  }
}

/** A signer on a folder of its own, which can be killed and started again. */
export class SignerBench {
  readonly folder = mkdtempSync(join(tmpdir(), 'emporion-signer-'));
  readonly clock = new TestClock();
  readonly #policy: string;
  /** What the signer said of its signatures. */
  readonly lines: string[] = [];
  signer: Signer;

  constructor(policy: unknown = testPolicy) {
    this.#policy = JSON.stringify(policy);
    CountFile.create(this.folder, this.clock.realMs);
    this.signer = this.#start();
  }

  sign(request: SigningRequest): SigningAnswer {
    return this.signer.sign(writeSigningRequest(request));
  }

  /** The name of the refusal, or that there is none. */
  outcome(request: SigningRequest): string {
    const answer = this.sign(request);
    return answer.signed ? 'signed' : answer.refusal;
  }

  restart(): void {
    this.signer = this.#start();
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #start(): Signer {
    const count = new Count(this.folder, this.clock);
    const log = (line: string) => void this.lines.push(line);
    return new Signer({ policy: parsePolicy(this.#policy), count, keysOf, demo: false, log });
  }
}
