/** The release, as in `package.json`; a test holds the two together, because the bundle does not carry that file. */
export const version = '0.2.0';
