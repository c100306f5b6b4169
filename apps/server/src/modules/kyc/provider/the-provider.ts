import { hkdfSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { apiBase } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { type SandboxProcess, startSandbox } from '#platform/sandbox-process.ts';
import { defineService } from '#platform/services.ts';
import { connectProvider, type Provider } from './provider.ts';

export const hookPath = `${apiBase}kyc/webhook`;

/** The provider of this server: that of its configuration, or in a demo the sandbox. */
export class TheProvider {
  readonly isSandbox: boolean;
  readonly #platform: Platform;
  readonly #provider: Provider | undefined;
  #sandbox: Promise<SandboxProcess> | undefined;
  #app: App | undefined;

  constructor(platform: Platform) {
    this.#platform = platform;
    const { config, clock } = platform;
    const { kycUrl: url, kycSecret: secret, demo } = config;
    const isConfigured = url !== undefined && secret !== undefined;
    this.isSandbox = !isConfigured && demo;
    if (isConfigured)
      this.#provider = connectProvider({ address: async () => url.replace(/\/$/, ''), secret, clock });
    else if (demo)
      this.#provider = connectProvider({
        ...{ secret: sandboxSecret(platform), clock },
        address: async () => (await this.#startSandbox()).origin,
      });
  }

  /** From now on the sandbox knows where to post to. */
  serve(app: App): void {
    this.#app = app;
    app.addHook('onClose', async () => {
      const sandbox = await this.#sandbox?.catch(() => undefined);
      await sandbox?.stop();
    });
  }

  /** Undefined: nobody checks identities here. */
  find(): Provider | undefined {
    return this.#provider;
  }

  /** @throws Problem kyc_unavailable. */
  require(): Provider {
    if (!this.#provider) throw new Problem('kyc_unavailable');
    return this.#provider;
  }

  /** Only when somebody first needs it: most demos never do. One that has ended is started again. */
  #startSandbox(): Promise<SandboxProcess> {
    if (this.#sandbox) return this.#sandbox;
    const { config } = this.#platform;
    const listening = this.#app?.server.address() as AddressInfo | null | undefined;
    this.#sandbox = startSandbox('kyc-sandbox', {
      ...{ folder: resolve(join(config.dataDir, 'kyc-sandbox')), port: config.kycSandboxPort },
      hook: `http://127.0.0.1:${listening?.port ?? config.port}${hookPath}`,
      secret: sandboxSecret(this.#platform),
    });
    const forget = () => {
      this.#sandbox = undefined;
    };
    this.#sandbox.then(({ child }) => child.once('exit', forget), forget);
    return this.#sandbox;
  }
}

function sandboxSecret({ config }: Pick<Platform, 'config'>): string {
  return Buffer.from(hkdfSync('sha256', config.secret, 'emporion', 'kyc sandbox', 32)).toString('hex');
}

export const providerOf = defineService('kyc provider', (platform: Platform) => new TheProvider(platform));
