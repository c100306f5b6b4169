import type { AddressInfo } from 'node:net';
import { Deliveries } from '#deliveries.ts';
import { Payments } from '#payments.ts';
import { createSandbox } from '#server.ts';
import { Store } from '#store.ts';

/** How often what is due is looked for. */
const turnMs = 500;

interface Settings {
  readonly folder: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Events of a pay system are posted to this address with its name behind it. */
  readonly hooks: string;
  readonly secrets: Readonly<Record<string, string>>;
}

// Its settings are one line of its standard input, so that no secret stands where other processes see it. It ends when that input does.
let heard = '';
let isRunning = false;
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text: string) => {
  heard += text;
  const end = heard.indexOf('\n');
  if (end < 0 || isRunning) return;
  isRunning = true;
  run(JSON.parse(heard.slice(0, end)) as Settings);
});
process.stdin.on('end', () => process.exit(0));

function run({ folder, port, hooks, secrets }: Settings): void {
  const store = new Store(folder);
  const merchant = {
    hookOf: (system: string) => `${hooks}${system}`,
    secretOf: (system: string) => (Object.hasOwn(secrets, system) ? secrets[system] : undefined),
  };
  const deliveries = new Deliveries(store, merchant);
  const payments = new Payments(store, deliveries);
  let origin = '';
  const server = createSandbox({ store, payments, deliveries, merchant, origin: () => origin });
  const listen = (wanted: number) =>
    server.listen(wanted, '127.0.0.1', () => {
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      process.stdout.write(`${origin}\n`);
    });
  // Another demo on this machine may have the port.
  server.once('error', () => listen(0));
  listen(port);
  const turn = async () => {
    payments.tend();
    await deliveries.send();
    setTimeout(turn, turnMs);
  };
  void turn();
}
