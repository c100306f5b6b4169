import { hkdfSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { apiBase, type PaySystem, paySystems } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { type SandboxProcess, startSandbox } from '#platform/sandbox-process.ts';
import { defineService } from '#platform/services.ts';
import { type Acquirer, connectAcquirer } from './acquirer.ts';

export const hookPath = `${apiBase}card/webhooks/`;

/** The acquirers of this server: those of its configuration, or in a demo the sandbox for all others. */
export class Acquirers {
  readonly #known = new Map<PaySystem, Acquirer>();
  readonly #platform: Platform;
  #sandbox: Promise<SandboxProcess> | undefined;
  #app: App | undefined;

  constructor(platform: Platform) {
    this.#platform = platform;
    const { config, clock } = platform;
    for (const name of paySystems) {
      const [url, secret] = [config[`${name}Url`], config[`${name}Secret`]];
      if (url !== undefined && secret !== undefined)
        this.#known.set(
          name,
          connectAcquirer({ address: async () => url.replace(/\/$/, ''), secret, clock }),
        );
      else if (config.demo)
        this.#known.set(
          name,
          connectAcquirer({
            ...{ secret: this.#sandboxSecret(name), clock },
            address: async () => `${(await this.#startSandbox()).origin}/${name}`,
          }),
        );
    }
  }

  /** From now on the sandbox knows where to post to. */
  serve(app: App): void {
    this.#app = app;
    app.addHook('onClose', async () => {
      const sandbox = await this.#sandbox?.catch(() => undefined);
      await sandbox?.stop();
    });
  }

  /** Undefined: nobody takes payments by this system here. */
  find(system: string): Acquirer | undefined {
    return this.#known.get(system as PaySystem);
  }

  get isSandbox(): boolean {
    const { config } = this.#platform;
    return config.demo && paySystems.some((name) => config[`${name}Url`] === undefined);
  }

  #sandboxSecret(system: string): string {
    const { secret } = this.#platform.config;
    return Buffer.from(hkdfSync('sha256', secret, 'emporion', `acquirer sandbox ${system}`, 32)).toString(
      'hex',
    );
  }

  /** Only when somebody first pays: most demos never need it. One that has ended is started again. */
  #startSandbox(): Promise<SandboxProcess> {
    if (this.#sandbox) return this.#sandbox;
    const { config } = this.#platform;
    const listening = this.#app?.server.address() as AddressInfo | null | undefined;
    this.#sandbox = startSandbox('acquirer-sandbox', {
      ...{ folder: resolve(join(config.dataDir, 'acquirer-sandbox')), port: config.cardSandboxPort },
      hooks: `http://127.0.0.1:${listening?.port ?? config.port}${hookPath}`,
      secrets: Object.fromEntries(paySystems.map((name) => [name, this.#sandboxSecret(name)])),
    });
    const forget = () => {
      this.#sandbox = undefined;
    };
    this.#sandbox.then(({ child }) => child.once('exit', forget), forget);
    return this.#sandbox;
  }
}

export const acquirersOf = defineService('acquirers', (platform: Platform) => new Acquirers(platform));
