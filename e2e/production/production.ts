import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestBed as startLitecoin } from '@emporion/chains/testing/bitcoin-test-bed';
import { startTestBed as startEthereum } from '@emporion/chains/testing/evm-test-bed';
import {
  freshSettings,
  removeFolder,
  serverAlone,
  startEmbeddedPostgres,
  startProduct,
  stopProduct,
} from '../product.ts';
import { holdCeremony } from './ceremony.ts';
import { startMailServer } from './mail-server.ts';
import { startTlsProxy } from './tls-proxy.ts';

export const confirmations = 2;
const signerProgram = join('apps', 'signer', 'dist', 'signer.js');

/** What the signer may sign; its owner writes it, and the server cannot. */
const signerPolicy = (usdt: string) => ({
  version: 1,
  transactionsPerDay: 5_000,
  networks: {
    ethereum: {
      ...{ family: 'evm', addressFormat: 'evm', chainId: 31_337, feeCoin: 'ETH' },
      ...{ feeMax: '60000000000000000', topUpDayMax: '500000000000000000' },
      coins: {
        ETH: { dayMax: '20000000000000000000' },
        USDT: { contract: usdt, dayMax: '50000000000' },
      },
    },
    litecoin: {
      ...{ family: 'bitcoin', addressFormat: 'litecoin', bitcoinChain: 'regtest', feeCoin: 'LTC' },
      ...{ feeMax: '10000000', topUpDayMax: '0' },
      coins: { LTC: { dayMax: '10000000000' } },
    },
  },
});

/**
 * An exchange as it runs in production, empty: a PostgreSQL of its own, real nodes of two chains, a signer with the keys of a ceremony, a server of mail, and a
 * proxy that speaks TLS. `running` is the server itself, which can be stopped and started.
 */
export async function startProduction(litecoind: string) {
  const folder = mkdtempSync(join(tmpdir(), 'emporion-production-'));
  const keys = join(folder, 'signer');
  mkdirSync(keys, { mode: 0o700 });
  const [postgres, ethereum, litecoin, mail, proxy, passphraseFile] = await Promise.all([
    startEmbeddedPostgres({ dataFolder: folder }),
    startEthereum(confirmations),
    startLitecoin({ program: litecoind, coin: 'litecoin', confirmations }),
    startMailServer(),
    startTlsProxy(),
    holdCeremony(keys),
  ]);
  const policy = JSON.stringify(signerPolicy(ethereum.contracts.plain));
  writeFileSync(join(keys, 'signer.json'), policy, { mode: 0o600 });
  const signer = await startSigner(keys, passphraseFile);
  const settings = {
    ...(await freshSettings()),
    ...{ NODE_ENV: 'production', LOG_LEVEL: 'warn', SECRET: randomBytes(32).toString('base64') },
    ...{ DATABASE_URL: postgres.url, SMTP_URL: mail.url, MAIL_FROM: 'Harbour <desk@harbour.example>' },
    ...{ PUBLIC_URL: proxy.url, TRUST_PROXY: '1', SIGNER_SOCKET: join(keys, 'signer.sock') },
  };
  proxy.leadTo(Number(settings.PORT));
  const product = startProduct(settings, serverAlone);
  await product.running;
  return {
    ...{ url: proxy.url, mail, ethereum, litecoin, product, settings },
    async stop(): Promise<void> {
      await stopProduct(product);
      signer.kill('SIGTERM');
      await Promise.all([
        proxy.stop(),
        mail.stop(),
        ethereum.node.stop(),
        litecoin.node.remove(),
        postgres.stop(),
      ]);
      removeFolder(folder);
      removeFolder(settings.DATA_DIR);
    },
  };
}

export type Production = Awaited<ReturnType<typeof startProduction>>;

async function startSigner(folder: string, passphraseFile: string): Promise<ChildProcess> {
  const env = {
    PATH: process.env.PATH,
    SIGNER_DIR: folder,
    SIGNER_SOCKET: join(folder, 'signer.sock'),
    SIGNER_PASSPHRASE_FILE: passphraseFile,
  };
  const child = spawn(process.execPath, [signerProgram], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('The signer did not start.');
    }),
  ]);
  return child;
}
