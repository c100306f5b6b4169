import { StepError } from '../steps/progress.mjs';

const defaultTellEveryMs = 15_000;

/**
 * Runs the parts of a test run side by side. What a part prints is kept and printed whole when it ends, so that two of
 * them are never mixed; meanwhile a test that failed is named at once, and a line every few seconds says what runs and what
 * it said last.
 */
export class Phases {
  #print;
  #began = Date.now();
  #running = new Map();
  #timer;

  constructor({ print = console.log, tellEveryMs = defaultTellEveryMs } = {}) {
    this.#print = print;
    this.#timer = setInterval(() => this.#tell(), tellEveryMs);
  }

  /**
   * Runs `work`, which hands what is to be printed to the function it gets and returns its counts. A part that cannot do
   * its work counts as one failure and hinders no other.
   */
  async run(title, work) {
    const began = Date.now();
    let output = '';
    this.#running.set(title, () => lastLine(output));
    const hear = (text) => {
      const told = output.lastIndexOf('\n') + 1;
      output += text;
      const lines = output.slice(told, output.lastIndexOf('\n') + 1).split('\n');
      for (const line of lines.map(plain).filter((one) => failedTest.test(one)))
        this.#print(`${title}: ${line.trim()}`);
    };
    const result = await counted(work, hear);
    this.#running.delete(title);
    this.#print(
      `\n── ${title}: ${verdict(result)} in ${seconds(began)} s${processor(result)}\n${output.trimEnd()}`,
    );
    return { slow: [], title, output, ...result };
  }

  end() {
    clearInterval(this.#timer);
  }

  #tell() {
    const parts = [...this.#running].map(([title, said]) => `${title} (${said()})`);
    if (parts.length > 0) this.#print(`… ${seconds(this.#began)} s: ${parts.join(', ')}`);
  }
}

async function counted(work, hear) {
  try {
    return await work(hear);
  } catch (error) {
    hear(error instanceof StepError ? error.message : `${error.stack ?? error}`);
    return { passed: 0, failed: 1 };
  }
}

const seconds = (since) => ((Date.now() - since) / 1000).toFixed(1);

/** What a part costs, however busy the machine is: its time says what else ran. */
const processor = ({ processorSeconds = 0 }) =>
  processorSeconds > 0 ? `, ${processorSeconds.toFixed(1)} s of a core` : '';

/** A part that has nothing to count, such as a build, is just done. */
function verdict({ passed, failed }) {
  if (failed > 0) return `${passed} passed, ${failed} FAILED`;
  return passed > 0 ? `${passed} passed` : 'done';
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
const colours = /\u001b\[[\d;]*m/g;

const plain = (text) => text.replaceAll(colours, '');

/** How vitest and Playwright mark one. */
const failedTest = /^\s*[×✘]\s/;

function lastLine(output) {
  const line = plain(output).trimEnd().split('\n').at(-1)?.trim() ?? '';
  return line.length > 100 ? `${line.slice(0, 99)}…` : line || 'begins';
}
