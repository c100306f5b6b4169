import { join } from 'node:path';
import {
  freshSettings,
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
  readonly #others: Product[] = [];
  readonly #folders: string[] = [];
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

  /** What the server that runs now has said, and how it ends. */
  get product(): Product {
    return this.#product;
  }

  /** Another server on the same database, with a port of its own and, unless it is given one, a data folder. */
  async startAnother(more: Record<string, string> = {}): Promise<Product> {
    const { DATA_DIR, PORT } = await freshSettings();
    this.#folders.push(DATA_DIR);
    const settings = { DATA_DIR, PORT, DATABASE_URL: this.#postgres.url, DEMO_MARKET: 'false', ...more };
    const product = startProduct(settings, serverAlone);
    this.#others.push(product);
    return product;
  }

  async stop(): Promise<void> {
    await stopProduct(this.#product);
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
    await this.stop();
    const { output } = await this.run('verify');
    return output.trim().split('\n').at(-1) ?? '';
  }

  /** A command of `scripts`, with the settings of the server and others. */
  async run(
    name: string,
    more: Record<string, string> = {},
  ): Promise<{ status: number | null; output: string }> {
    const command = [process.execPath, join('scripts', `${name}.mjs`)] as const;
    const { exited, output } = startProduct({ ...this.#settings, ...more }, command);
    return { status: await exited, output: output() };
  }

  async close(): Promise<void> {
    await Promise.all([this.#product, ...this.#others].map(stopProduct));
    await this.pause.close();
    await this.#postgres.stop();
    [this.dataFolder, ...this.#folders].forEach(removeFolder);
  }
}
