import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StepError } from './progress.mjs';

/** Where the documented installation keeps what the unit of systemd reads. */
const usualFile = '/etc/emporion/emporion.env';

/** What deploy/emporion.service sets beside the file, and whom it runs the server as. */
const besideTheFile = { NODE_ENV: 'production', DATA_DIR: '/var/lib/emporion' };
const user = 'emporion';

/**
 * Gives a command the settings that the unit gives the server, beneath those of the shell. Without the file everything stays as it is: so it is in a container,
 * and where settings come from elsewhere.
 *
 * @returns whether the file was there.
 * @throws StepError when the file was named and is not there, or is there for others only.
 */
export function takeUnitSettings({ file, env = process.env, usual = usualFile } = {}) {
  const path = file ?? usual;
  const text = read(path, { isNamed: file !== undefined, env });
  if (text === undefined) {
    noteNames(env, path, namesInCredential(env));
    return false;
  }
  const settings = parseSettings(text, path);
  for (const [name, value] of Object.entries({ ...besideTheFile, ...settings })) env[name] ??= value;
  noteNames(env, path, Object.keys(settings));
  return true;
}

/** The server names those that are no settings. It knows the settings, and this file knows which names the operator wrote; never a value. */
function noteNames(env, path, names) {
  if (names.length > 0)
    Object.assign(env, { EMPORION_SETTINGS_FILE: path, EMPORION_SETTINGS_NAMES: names.join(',') });
}

/** The unit's copy of the file, for the service may not read the file itself. Its values came by the environment, as systemd reads them. */
function namesInCredential({ CREDENTIALS_DIRECTORY: folder }) {
  if (!folder) return [];
  try {
    const text = readFileSync(join(folder, 'settings'), 'utf8');
    return [...text.matchAll(/^[ \t]*([A-Za-z_][A-Za-z0-9_]*)=/gm)].map(([, name]) => name);
  } catch {
    return [];
  }
}

/** As the unit does: what needs no rights gets none, and files that it makes are the server's. */
export function leaveRoot() {
  if (process.getuid?.() !== 0) return;
  try {
    process.initgroups(user, user);
    process.setgid(user);
    process.setuid(user);
  } catch (error) {
    if (error.code === 'ERR_UNKNOWN_CREDENTIAL')
      throw new StepError(
        `Started as root with a file of settings, a command runs as the user ${user}, and there is no such user. Create it as "Install" in docs/operating.md says, or run the command as a user of your own who may read the file.`,
      );
    throw error;
  }
  delete process.env.HOME;
  process.chdir('/');
}

function read(file, { isNamed, env }) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' && !isNamed) return undefined;
    if (error.code !== 'EACCES')
      throw new StepError(`The settings in ${file} cannot be read: ${error.code}.`);
    // The unit has given them to the server already, which may not read the file itself.
    if (env.DATABASE_URL || env.SECRET) return undefined;
    throw new StepError(`The settings in ${file} are for root alone: run this as root.`);
  }
}

/**
 * Lines of NAME=value. systemd, containers and shells agree on nothing more, and a secret that one of them reads otherwise locks people out, so that is refused.
 */
export function parseSettings(text, file) {
  const settings = {};
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:[#;].*)?$/.test(line)) continue;
    const [, name, value] = /^\s*([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
    if (name === undefined || /^\s|["'\\$]|\s#/.test(value))
      throw new StepError(
        `Line ${index + 1} of ${file} is read in different ways: write NAME=value, without quotes, backslashes, dollar signs or a comment.`,
      );
    settings[name] = value.trim();
  }
  return settings;
}
