const digitsMax = 6;
const backupLengthMax = 32;

/** A pasted code brings spaces, hyphens and words along: "Your code: 123 456". */
export function cleanDigits(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, digitsMax);
}

export function cleanBackupCode(text: string): string {
  return text.replaceAll(/\s/g, '').slice(0, backupLengthMax);
}
