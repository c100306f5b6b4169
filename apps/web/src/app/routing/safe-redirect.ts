import { basePath } from './base-path.ts';

/** Stands in for the real origin: only whether a path leaves it matters. */
const here = 'https://emporion.invalid';

/** Backslashes and control characters are how a path is made to look harmless and still leave the site. */
function isPlain(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || code === 0x7f || character === '\\') return false;
  }
  return true;
}

function decodedForms(text: string): readonly string[] | null {
  const forms = [text];
  try {
    // Twice, because a value that was encoded on its way in may be decoded once more on its way out.
    forms.push(decodeURIComponent(text), decodeURIComponent(decodeURIComponent(text)));
    return forms;
  } catch {
    return null;
  }
}

function staysHere(form: string): boolean {
  if (!form.startsWith('/') || form.startsWith('//') || !isPlain(form)) return false;
  try {
    const url = new URL(form, here);
    return url.origin === here && !url.pathname.startsWith('//');
  } catch {
    return false;
  }
}

function withoutBase(path: string): string {
  if (path === basePath) return '/';
  return path.startsWith(`${basePath}/`) || path.startsWith(`${basePath}?`)
    ? path.slice(basePath.length)
    : path;
}

/**
 * The place a visitor may be sent to after logging in: a path of this application, relative to its base.
 * Anything that could lead elsewhere, and the login page itself, gives the fallback.
 */
export function safeRedirect(wanted: string | null, fallback = '/'): string {
  if (wanted === null || wanted.length > 2_000) return fallback;
  const forms = decodedForms(wanted);
  if (forms === null || !forms.every(staysHere)) return fallback;
  const { pathname, search, hash } = new URL(wanted, here);
  const path = withoutBase(`${pathname}${search}${hash}`);
  const relative = path.startsWith('/') ? path : `/${path}`;
  if (relative.startsWith('//') || /^\/login(?:[/?#]|$)/.test(relative)) return fallback;
  return relative;
}
