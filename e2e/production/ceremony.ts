import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const passphrase = 'a passphrase that nobody has published';

/**
 * The ceremony of `npm run signer -- init`, as a person at a terminal goes through it: a passphrase twice, 24 words, three of them repeated. Answers the file with the
 * passphrase, for a signer that starts without anybody at the terminal.
 */
export async function holdCeremony(folder: string): Promise<string> {
  const command = `"${process.execPath}" "${join('scripts', 'signer.mjs')}" init`;
  // `script` gives a program a terminal; its words differ between systems.
  const args =
    process.platform === 'linux' ? ['-qfec', command, '/dev/null'] : ['-q', '/dev/null', 'sh', '-c', command];
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'dumb', SIGNER_DIR: folder };
  const child = spawn('script', args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let screen = '';
  let answered = 0;
  const words: string[] = [];
  const answerTo = (question: string): string => {
    const place = /Word (\d+): $/.exec(question)?.[1];
    if (place !== undefined) return words[Number(place) - 1] ?? '';
    return /passphrase|again/i.test(question) ? passphrase : '';
  };
  child.stdout.on('data', (part: Buffer) => {
    screen += part.toString();
    for (const [, word = ''] of part.toString().matchAll(/^ ?\d{1,2}\. (\w+)\r?$/gm)) words.push(word);
    // Escape sequences move the cursor behind a question.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they begin with.
    const shown = screen.slice(answered).replaceAll(/\x1b\[[0-9;]*[A-Za-z]/g, '');
    const question = /(?:Passphrase: |The same again: |emptied then\. |Word \d+: )$/.exec(shown)?.[0];
    if (question === undefined) return;
    answered = screen.length;
    child.stdin.write(`${answerTo(question)}\r`);
  });
  const status = await new Promise((done) => child.once('close', done));
  if (status !== 0 || words.length !== 24) throw new Error(`The ceremony failed:\n${screen}`);
  const file = join(folder, 'passphrase');
  writeFileSync(file, `${passphrase}\n`, { mode: 0o600 });
  return file;
}
