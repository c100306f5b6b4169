export const factorMethods = [
  { value: 'totp', html: 'Authenticator app' },
  { value: 'passkey', html: 'Passkey of this device or key' },
] as const;
export type Method = (typeof factorMethods)[number]['value'];
