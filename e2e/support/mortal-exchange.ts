import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Product,
  removeFolder,
  serverAlone,
  startEmbeddedPostgres,
  startProduct,
  stopProduct,
  usedSettings,
} from '../product.ts';
import { killProcess } from './payout-kills.ts';
import { StepPause } from './step-pause.ts';

type Settings = Record<string, string> & { DATA_DIR: string };
type Postgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

/** An exchange whose server is killed between two steps and started again; its database outlives it. */
export class MortalExchange {
  readonly pause: StepPause;
  readonly dataFolder: string;
  readonly url: string;
  readonly #settings: Settings;
  readonly #postgres: Postgres;
  #product: Product;

  private constructor(settings: Settings, postgres: Postgres, product: Product, pause: StepPause) {
    this.#settings = settings;
    this.#postgres = postgres;
    this.#product = product;
    this.pause = pause;
    this.dataFolder = settings.DATA_DIR;
    this.url = product.url;
  }

  /** The triggers are those of its steps, see `StepPause`. */
  static async open(triggers: string): Promise<MortalExchange> {
    const { DATA_DIR, PORT } = await usedSettings();
    const postgres = await startEmbeddedPostgres({ dataFolder: DATA_DIR });
    const settings = {
      ...{ DATA_DIR, PORT, DATABASE_URL: postgres.url, DEMO_MARKET: 'false' },
      ...{ RATE_LIMIT_PER_MINUTE: '1000000', CARD_SANDBOX_PORT: '0' },
    };
    const product = startProduct(settings, serverAlone);
    await product.running;
    const pause = await StepPause.open(postgres.url, triggers);
    await pause.query(
      'update withdrawal_policy set hold_on_new_device = false, velocity_requests = 1000, attempts_per_minute = 1000, level = 2',
    );
    return new MortalExchange(settings, postgres, product, pause);
  }

  kill(): Promise<void> {
    return killProcess(this.#product.child);
  }

  /** The next server, on what the last one left. What is set for it holds for all that come later. */
  async start(more: Record<string, string> = {}): Promise<void> {
    Object.assign(this.#settings, more);
    this.#product = startProduct(this.#settings, serverAlone);
    await this.#product.running;
  }

  /** Stops the server. Answers the verdict of `npm run verify`. */
  async verify(): Promise<string> {
    await stopProduct(this.#product);
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...this.#settings };
    const { stdout } = await promisify(execFile)(process.execPath, [join('scripts', 'verify.mjs')], { env });
    return stdout.trim().split('\n').at(-1) ?? '';
  }

  async close(): Promise<void> {
    await stopProduct(this.#product);
    await this.pause.close();
    await this.#postgres.stop();
    removeFolder(this.dataFolder);
  }
}
