import { readFileSync } from 'node:fs';
import type { Terminal } from '#ceremony/terminal.ts';
import { StartupError } from '#startup-error.ts';

const lengthMin = 12;

/**
 * The passphrase, from the file that SIGNER_PASSPHRASE_FILE names, or else from the terminal.
 *
 * @throws StartupError when there is neither.
 */
export async function readPassphrase(
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal | undefined,
): Promise<string> {
  const path = env.SIGNER_PASSPHRASE_FILE;
  if (path) return readPassphraseFile(path);
  if (!terminal)
    throw new StartupError(
      'There is no terminal to ask for the passphrase: set SIGNER_PASSPHRASE_FILE to a file that holds it.',
    );
  return terminal.askHidden('Passphrase: ');
}

/** As above, for a new keystore: long enough, and typed twice. */
export async function readNewPassphrase(
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal | undefined,
): Promise<string> {
  const passphrase = await readPassphrase(env, terminal);
  if (passphrase.length < lengthMin)
    throw new StartupError(`The passphrase must have at least ${lengthMin} characters.`);
  if (
    terminal &&
    !env.SIGNER_PASSPHRASE_FILE &&
    (await terminal.askHidden('The same again: ')) !== passphrase
  )
    throw new StartupError('The two passphrases are not the same.');
  return passphrase;
}

function readPassphraseFile(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new StartupError(`The file of the passphrase, ${path}, cannot be read.`);
  }
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase === '') throw new StartupError(`The file of the passphrase, ${path}, is empty.`);
  return passphrase;
}
