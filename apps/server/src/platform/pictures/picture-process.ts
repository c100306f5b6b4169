import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { KeyedSlots } from '#platform/concurrency/keyed-slots.ts';
import type { Picture } from '#platform/files/redraw.ts';
import { Problem } from '#platform/http/problem.ts';
import { readFrames, writeFrame } from './frames.ts';
import type { PictureAnswer } from './picture-worker.ts';
import type { PictureKind, Pictures } from './pictures.ts';

/** More than the largest picture takes at this priority while orders keep all cores busy. */
const answerMs = 50_000;
/** A picture is rare. In between, the process would hold 60 MB for nothing. */
const idleMs = 60_000;
const waitingMax = 100;
/** A process may be ended from outside, and a picture may end it: the second time is the picture's. */
const triesMax = 2;

const busy = () => new Problem('service_unavailable', { retryAfterSeconds: 5 });

interface Options {
  readonly log: Logger;
  /** The built program; beside the bundle of the server by default. */
  readonly program?: string;
  readonly answerMs?: number;
  readonly waitingMax?: number;
}

interface Worker {
  readonly child: ChildProcess;
  /** Resolves with `died` when it ends before it answers. */
  next(): Promise<{ readonly words: PictureAnswer; readonly bytes: Buffer } | 'died'>;
}

/**
 * Decodes pictures in a child process, so that they never take a core, a thread of the pool or memory
 * of the process that trades. One picture at a time; the others wait in a queue with a bound. The
 * process starts with the first picture and ends when it has had none for a while.
 */
export class PictureProcess implements Pictures {
  readonly #options: Required<Options>;
  readonly #slots: KeyedSlots;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: Options) {
    const program = fileURLToPath(new URL('./picture-worker.js', import.meta.url));
    this.#options = { program, answerMs, waitingMax, ...options };
    this.#slots = new KeyedSlots({
      ...{ atOnceMax: 1, waitingMax: this.#options.waitingMax, onFull: busy },
    });
  }

  /** The process that runs now, if any. */
  get pid(): number | undefined {
    return this.#worker?.child.pid;
  }

  redraw(bytes: Buffer, kind: PictureKind): Promise<Picture> {
    return this.#slots.run('pictures', async () => {
      clearTimeout(this.#idle);
      try {
        return await this.#draw(bytes, kind);
      } finally {
        this.#idle = setTimeout(() => this.#end(), idleMs).unref();
      }
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#idle);
    await this.#end();
  }

  async #draw(bytes: Buffer, kind: PictureKind): Promise<Picture> {
    for (let tries = 1; tries <= triesMax; tries += 1) {
      const worker = this.#worker ?? (await this.#begin());
      writeFrame(worker.child.stdin as NonNullable<typeof worker.child.stdin>, { words: { kind }, bytes });
      const answer = await this.#inTime(worker);
      if (answer === 'late') break;
      if (answer === 'died') {
        if (this.#isStopped) throw busy();
        this.#options.log.warn({ part: 'pictures', tries }, 'the process of pictures ended over a picture');
        continue;
      }
      const { words } = answer;
      if ('kind' in words) return { kind: words.kind, bytes: answer.bytes };
      if ('refused' in words)
        throw new Problem(words.refused, words.params === undefined ? {} : { params: words.params });
    }
    throw new Problem('attachment_unreadable');
  }

  /** A picture that takes too long ends the process: there is no other way to stop it. */
  async #inTime(worker: Worker) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((done) => {
      timer = setTimeout(() => done('late'), this.#options.answerMs);
    });
    try {
      const answer = await Promise.race([worker.next(), late]);
      if (answer === 'late') {
        this.#options.log.warn({ part: 'pictures' }, 'a picture took too long');
        await this.#end();
      }
      return answer;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @throws Problem service_unavailable when it cannot be started. */
  async #begin(): Promise<Worker> {
    if (this.#isStopped) throw busy();
    const worker = startWorker(this.#options.program);
    this.#worker = worker;
    worker.child.once('exit', () => this.#forget(worker));
    worker.child.once('error', (err) => {
      this.#options.log.error({ part: 'pictures', err }, 'the process of pictures cannot be started');
      this.#forget(worker);
    });
    if ((await worker.next()) !== 'died') return worker;
    this.#forget(worker);
    if (!this.#isStopped)
      this.#options.log.error({ part: 'pictures' }, 'the process of pictures did not start');
    throw busy();
  }

  #forget(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
  }

  /** It keeps nothing, so it is killed at any moment. */
  async #end(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#forget(worker);
    const { child } = worker;
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  }
}

/** It has one thread for pictures and nothing of the server's: no setting, no secret, no group for signals. */
function startWorker(program: string): Worker {
  const child = spawn(process.execPath, [program], {
    env: { UV_THREADPOOL_SIZE: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  const answers: Awaited<ReturnType<Worker['next']>>[] = [];
  let wake: (() => void) | undefined;
  const take = (answer: (typeof answers)[number]) => {
    answers.push(answer);
    wake?.();
  };
  child.stdin?.on('error', () => undefined);
  if (child.stdout) readFrames<PictureAnswer>(child.stdout, take);
  child.once('error', () => take('died'));
  // After the exit, what it wrote before is still read.
  child.once('close', () => take('died'));
  return {
    child,
    next: async () => {
      while (answers.length === 0)
        await new Promise<void>((done) => {
          wake = done;
        });
      // After its end every call answers `died`.
      return answers[0] === 'died' ? 'died' : (answers.shift() as (typeof answers)[number]);
    },
  };
}
