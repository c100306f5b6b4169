/** How long a "this was not me" link counts, and so how far back it reaches: what was added since can still be disowned. */
export const notMeLifeSeconds = 7 * 86_400;
