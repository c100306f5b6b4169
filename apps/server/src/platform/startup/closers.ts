import type { Logger } from 'pino';

/** What was opened, to be closed in the opposite order. */
export interface Closers {
  add(name: string, close: () => void | Promise<void>): void;
  /** Closes everything once, however often it is called; one that fails does not keep the others open. */
  closeAll(): Promise<void>;
}

interface Entry {
  readonly name: string;
  readonly close: () => void | Promise<void>;
}

/** Longer than anything takes that still makes progress; a stop that never ends is killed by whoever asked for it, and then nothing else is closed either. */
const patienceMs = 30_000;

/** @throws Error when it takes too long: it is given up, and what lies below it is closed. */
async function inTime({ close }: Entry): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, refuse) => {
    timer = setTimeout(() => refuse(new Error(`It took longer than ${patienceMs} ms.`)), patienceMs);
  });
  try {
    await Promise.race([close(), late]);
  } finally {
    clearTimeout(timer);
  }
}

export function createClosers(log: Logger): Closers {
  const stack: Entry[] = [];
  let closing: Promise<void> | undefined;
  const closeStack = async () => {
    for (let entry = stack.pop(); entry; entry = stack.pop()) {
      try {
        await inTime(entry);
      } catch (error) {
        log.error({ err: error }, `closing ${entry.name} failed`);
      }
    }
  };
  return {
    add: (name, close) => {
      stack.push({ name, close });
    },
    closeAll: () => {
      closing ??= closeStack();
      return closing;
    },
  };
}
