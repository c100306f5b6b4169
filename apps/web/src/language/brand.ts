/** What the server wrote into the page of what the operator chose; what is missing is as the product comes. */
const dataset: DOMStringMap = globalThis.document?.documentElement.dataset ?? {};
const { brand, logo, languages: offered, social } = dataset;

export const brandName = brand ?? 'Emporion';
export const brandLogo = logo;
/** The languages that people can choose. Undefined: all there are. */
export const offeredLanguages = offered?.split(' ');
/** The operator's pages elsewhere, as JSON. */
export const socialSetting = social;
