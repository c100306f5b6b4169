/** The one place that writes to the browser's console. It is for developers and never carries a token or an amount. */
const { console: sink } = globalThis;

export function logWarning(message: string, detail?: unknown): void {
  if (detail === undefined) sink.warn(message);
  else sink.warn(message, detail);
}

/** Warns of each subject once, so that a refresh every few minutes does not fill the console. */
export function createOnceLog(warn: (message: string) => void = logWarning) {
  const told = new Set<string>();
  return (subject: string, message: string): void => {
    if (told.has(subject)) return;
    told.add(subject);
    warn(message);
  };
}
