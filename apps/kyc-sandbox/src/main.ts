import type { AddressInfo } from 'node:net';
import { Applications } from '#applications.ts';
import { Deliveries } from '#deliveries.ts';
import { createSandbox } from '#server.ts';
import { Store } from '#store.ts';

/** How often what is due is looked for. */
const turnMs = 250;

interface Settings {
  readonly folder: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Where events are posted to. */
  readonly hook: string;
  readonly secret: string;
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

function run({ folder, port, hook, secret }: Settings): void {
  const store = new Store(folder);
  const deliveries = new Deliveries(store, { hook, secret });
  const applications = new Applications(store, deliveries);
  const server = createSandbox({ applications, deliveries, secret });
  const listen = (wanted: number) =>
    server.listen(wanted, '127.0.0.1', () => {
      process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
    });
  // Another demo on this machine may have the port.
  server.once('error', () => listen(0));
  listen(port);
  const turn = async () => {
    applications.tend();
    await deliveries.send();
    setTimeout(turn, turnMs);
  };
  void turn();
}
