/** Coins, limits, pairs, balance and the server's status are read again this often while a page is open. */
export const refreshIntervalMs = 5 * 60 * 1_000;
