/** What the server wrote into the page of what the operator chose. What is missing is as the product comes. */
export const chosen: Readonly<DOMStringMap> = globalThis.document?.documentElement.dataset ?? {};

export const brandName = chosen.brand ?? 'Emporion';
