const listeners = new Set<() => void>();

/** Tells of each backup code that was taken as a proof, since there is one fewer then. Returns the way to stop. */
export function onBackupCodeSpent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellBackupCodeSpent(): void {
  for (const listener of [...listeners]) listener();
}
