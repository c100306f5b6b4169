const key = 'help-browser';

/** Tells one browser from another where nobody is logged in, and says nothing else of it. */
export function browserId(): string {
  const made = drawn();
  try {
    const kept = window.localStorage.getItem(key);
    if (kept !== null) return kept;
    window.localStorage.setItem(key, made);
  } catch {
    // A browser that keeps nothing has a new word each time.
  }
  return made;
}

/** `crypto.randomUUID` is there over https only. */
function drawn(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, at) => {
    const value = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, '0');
  });
  const part = (from: number, to: number) => hex.slice(from, to).join('');
  return [part(0, 4), part(4, 6), part(6, 8), part(8, 10), part(10, 16)].join('-');
}

const ratedKey = (slug: string) => `help-rated-${slug}`;

/** What this browser said of an article. */
export function ratingOf(slug: string): boolean | null {
  try {
    const kept = window.localStorage.getItem(ratedKey(slug));
    return kept === null ? null : kept === 'yes';
  } catch {
    return null;
  }
}

export function keepRating(slug: string, helpful: boolean): void {
  try {
    window.localStorage.setItem(ratedKey(slug), helpful ? 'yes' : 'no');
  } catch {
    // Then it is asked again at the next visit, and the server counts the last word.
  }
}
