/** The path under which the back office lives. */
export const basePath = '/admin';
