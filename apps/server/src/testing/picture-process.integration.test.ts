import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { redraw } from '#platform/files/redraw.ts';
import { PictureProcess } from '#platform/pictures/picture-process.ts';
import { type Bundle, bundleForTest } from '#runtime/testing/bundle.ts';

const log = pino({ level: 'silent' });

let bundle: Bundle;
let folder: string;
let pictures: PictureProcess;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'emporion-pictures-'));
  bundle = await bundleForTest({ 'picture-worker': 'apps/server/src/picture-worker.ts' });
});
afterEach(() => pictures?.stop());
afterAll(() => {
  bundle?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const png = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();

/**
 * A program that speaks like the real one. A picture says what the program does: `slow` is never
 * answered, `die` ends it, `once` ends the first program that gets it.
 */
function double(): string {
  const program = join(folder, 'double.mjs');
  const mark = join(folder, 'died-once');
  rmSync(mark, { force: true });
  writeFileSync(
    program,
    `import { existsSync, writeFileSync } from 'node:fs';
    const say = (words, text) => {
      const [head, body] = [Buffer.from(JSON.stringify(words)), Buffer.from(text)];
      const lengths = Buffer.alloc(8);
      lengths.writeUInt32BE(head.length, 0);
      lengths.writeUInt32BE(body.length, 4);
      process.stdout.write(Buffer.concat([lengths, head, body]));
    };
    const answer = (text) => {
      if (text === 'once' && !existsSync(${JSON.stringify(mark)})) {
        writeFileSync(${JSON.stringify(mark)}, '');
        process.kill(process.pid, 'SIGKILL');
      } else if (text === 'die') process.kill(process.pid, 'SIGKILL');
      else if (text !== 'slow') say({ kind: 'png' }, 'drawn');
    };
    let held = Buffer.alloc(0);
    process.stdin.on('data', (piece) => {
      held = Buffer.concat([held, piece]);
      while (held.length >= 8) {
        const start = 8 + held.readUInt32BE(0);
        const end = start + held.readUInt32BE(4);
        if (held.length < end) return;
        answer(held.toString('utf8', start, end));
        held = held.subarray(end);
      }
    });
    writeFileSync(${JSON.stringify(join(folder, 'pid'))}, String(process.pid));
    say({ ready: true }, '');`,
  );
  return program;
}

const draw = (text: string) => pictures.redraw(Buffer.from(text), 'png');
const drawn = { kind: 'png', bytes: Buffer.from('drawn') };

describe('the process of pictures', () => {
  it('draws what would be drawn here, and refuses what would be refused', async () => {
    pictures = new PictureProcess({ log, program: bundle.pathOf('picture-worker') });
    const picture = await png();
    expect(await pictures.redraw(picture, 'png')).toEqual(await redraw(picture, 'png'));
    expect((await pictures.redraw(picture, 'jpeg')).kind).toBe('jpeg');
    const half = picture.subarray(0, 60);
    await expect(pictures.redraw(half, 'png')).rejects.toMatchObject({ code: 'attachment_unreadable' });
    const claims = Buffer.from(picture);
    claims.writeUInt32BE(20_000, 16);
    claims.writeUInt32BE(20_000, 20);
    const refused = await pictures.redraw(claims, 'png').catch((error) => error);
    const here = await redraw(claims, 'png').catch((error) => error);
    expect([refused.code, refused.sentence]).toEqual([here.code, here.sentence]);
    expect((await pictures.redraw(picture, 'png')).kind).toBe('png');
  });

  it('takes a file that comes in many pieces', async () => {
    pictures = new PictureProcess({ log, program: bundle.pathOf('picture-worker') });
    const noise = { width: 1_400, height: 1_400, channels: 3, noise: { type: 'gaussian' } } as const;
    const large = await sharp({
      create: { ...noise, background: '#000', noise: { ...noise.noise, mean: 128, sigma: 90 } },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(large.length).toBeGreaterThan(5_500_000);
    const { kind, bytes } = await pictures.redraw(large, 'png');
    expect([kind, (await sharp(bytes).metadata()).width]).toEqual(['webp', 1_400]);
  });

  it.runIf(process.platform === 'linux')(
    'waits behind all that trades, is ended first where memory runs out, and knows nothing',
    async () => {
      pictures = new PictureProcess({ log, program: bundle.pathOf('picture-worker') });
      await pictures.redraw(await png(), 'png');
      const home = `/proc/${pictures.pid}`;
      // The nineteenth field; the name before may hold spaces.
      const niceness = readdirSync(`${home}/task`).map((thread) =>
        readFileSync(`${home}/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ').at(16),
      );
      expect(new Set(niceness)).toEqual(new Set(['10']));
      expect(readFileSync(`${home}/oom_score_adj`, 'utf8').trim()).toBe('1000');
      expect(readFileSync(`${home}/environ`, 'utf8')).toBe('UV_THREADPOOL_SIZE=1\0');
    },
  );

  it('tries a picture again when the process was ended from outside', async () => {
    pictures = new PictureProcess({ log, program: double() });
    expect(await draw('once')).toEqual(drawn);
  });

  it('refuses a picture that ends the process twice, and draws the next one', async () => {
    pictures = new PictureProcess({ log, program: double() });
    const [deadly, next] = [draw('die'), draw('next')];
    await expect(deadly).rejects.toMatchObject({ code: 'attachment_unreadable' });
    expect(await next).toEqual(drawn);
  });

  it('refuses a picture that takes too long, and ends the process that draws it', async () => {
    pictures = new PictureProcess({ log, program: double(), answerMs: 1 });
    await expect(draw('slow')).rejects.toMatchObject({ code: 'attachment_unreadable' });
    expect(pictures.pid).toBeUndefined();
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('has a queue with a bound, and says that it is busy beyond', async () => {
    pictures = new PictureProcess({ log, program: double(), waitingMax: 1 });
    const [slow, waiting] = [draw('slow'), draw('next')];
    const outcome = Promise.allSettled([slow, waiting]);
    await expect(draw('third')).rejects.toMatchObject({ code: 'service_unavailable' });
    await pictures.stop();
    expect((await outcome).map((one) => one.status === 'rejected' && one.reason.code)).toEqual([
      'service_unavailable',
      'service_unavailable',
    ]);
  });

  it('is unavailable where its program cannot be started, and nothing is said of the picture', async () => {
    pictures = new PictureProcess({ log, program: join(folder, 'missing.mjs') });
    await expect(draw('any')).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('ends with the server, however that ends', async () => {
    const child = spawn(process.execPath, [bundle.pathOf('picture-worker')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    const exit = once(child, 'exit');
    child.stdin.end();
    expect(await exit).toEqual([null, 'SIGKILL']);
  });
});
