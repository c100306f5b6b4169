import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** A person at a screen. */
export interface Terminal {
  show(text: string): void;
  ask(question: string): Promise<string>;
  /** What is typed is not shown. */
  askHidden(question: string): Promise<string>;
  /** Empties the screen, and what can be scrolled back to. */
  clear(): void;
}

/** Undefined when nobody sits there. */
export function openTerminal(): Terminal | undefined {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) return undefined;
  const ask = async (question: string, output: NodeJS.WritableStream) => {
    const lines = createInterface({ input: stdin, output, terminal: true, historySize: 0 });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
    }
  };
  return {
    show: (text) => stdout.write(`${text}\n`),
    ask: (question) => ask(question, stdout),
    askHidden: async (question) => {
      stdout.write(question);
      const answer = await ask('', new Writable({ write: (_chunk, _encoding, done) => done() }));
      stdout.write('\n');
      return answer;
    },
    clear: () => stdout.write('\x1b[2J\x1b[3J\x1b[H'),
  };
}
