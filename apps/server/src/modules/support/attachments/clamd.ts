import { connect, type Socket } from 'node:net';

/** What says whether a file is harmful. */
interface Scanner {
  /** @throws when nobody can say: then the file is not taken. */
  isInfected(bytes: Buffer): Promise<boolean>;
}

const chunkBytes = 65_536;
const patienceMs = 20_000;
const answerMax = 1_024;

/** Where a scanner listens: a path of a socket, or `host:port`. */
function reach(address: string): Socket {
  if (address.startsWith('/')) return connect({ path: address });
  const at = address.lastIndexOf(':');
  return connect({ host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) });
}

/** Speaks to clamd: the file is sent in pieces, each with its length before it, and the answer is one line. */
export function clamdAt(address: string): Scanner {
  return {
    isInfected: async (bytes) => {
      const answer = await ask(address, bytes);
      if (answer === 'stream: OK') return false;
      if (/^stream: .+ FOUND$/.test(answer)) return true;
      throw new Error(`The virus scanner did not scan: ${answer.slice(0, 200)}`);
    },
  };
}

function ask(address: string, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = reach(address);
    let answer = '';
    const finish = (error: Error | undefined) => {
      clearTimeout(timer);
      socket.destroy();
      if (error) reject(error);
      else resolve(answer.replace(/\0+$/, '').trim());
    };
    const timer = setTimeout(
      () => finish(new Error('The virus scanner did not answer in time.')),
      patienceMs,
    );
    socket.setEncoding('utf8');
    socket.on('error', finish);
    socket.on('end', () => finish(undefined));
    socket.on('data', (text) => {
      answer += text;
      if (answer.includes('\0')) finish(undefined);
      else if (answer.length > answerMax) finish(new Error('The virus scanner said too much.'));
    });
    socket.on('connect', () => {
      socket.write('zINSTREAM\0');
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        const chunk = bytes.subarray(at, at + chunkBytes);
        const length = Buffer.alloc(4);
        length.writeUInt32BE(chunk.length);
        socket.write(length);
        socket.write(chunk);
      }
      socket.write(Buffer.alloc(4));
    });
  });
}
