import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

function verdictOn(file: Buffer): string {
  if (file.includes('UNSCANNABLE')) return 'INSTREAM size limit exceeded. ERROR';
  return file.includes('EICAR') ? 'stream: Eicar-Signature FOUND' : 'stream: OK';
}

/** Stands for clamd: reads what is sent to it and finds what has a word in it. Not the real one. */
export async function clamdDouble() {
  const seen: number[] = [];
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      let at = 'zINSTREAM\0'.length;
      const file: Buffer[] = [];
      while (at + 4 <= received.length) {
        const length = received.readUInt32BE(at);
        if (length === 0) {
          const whole = Buffer.concat(file);
          seen.push(whole.length);
          socket.end(`${verdictOn(whole)}\0`);
          return;
        }
        if (at + 4 + length > received.length) return;
        file.push(received.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { seen, address: `127.0.0.1:${port}`, close: () => server.close() };
}
