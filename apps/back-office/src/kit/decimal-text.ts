/** What somebody typed as a number, with a dot for the decimal comma that half the world writes. */
export function withDot(typed: string): string {
  return typed.trim().replace(/^([-+]?\d*),(\d*)$/, '$1.$2');
}
