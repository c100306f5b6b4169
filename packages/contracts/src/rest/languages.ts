/** The interface languages, in the order they are offered. */
export const languages = ['en', 'es', 'ru', 'pt', 'fr', 'it'] as const;

export type Language = (typeof languages)[number];

/** Every request carries the chosen language in this header. */
export const languageHeader = 'accept-language';
