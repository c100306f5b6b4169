import type { Logger } from 'pino';

/** What was opened, to be closed in the opposite order. */
export interface Closers {
  add(name: string, close: () => void | Promise<void>): void;
  /** Closes everything once, however often it is called; one that fails does not keep the others open. */
  closeAll(): Promise<void>;
}

export function createClosers(log: Logger): Closers {
  const stack: { name: string; close: () => void | Promise<void> }[] = [];
  let closing: Promise<void> | undefined;
  const closeStack = async () => {
    for (let entry = stack.pop(); entry; entry = stack.pop()) {
      try {
        await entry.close();
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
