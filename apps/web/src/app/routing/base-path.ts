/** The base path under which the whole application lives. */
export const basePath = '/account';
