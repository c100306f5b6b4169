/** Read when the first passkey is asked for: the formats of all makers of keys are a tenth of what a start has to read. */
export const webauthn = () => import('@simplewebauthn/server');
