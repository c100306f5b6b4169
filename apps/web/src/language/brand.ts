/** What the server writes into the page of what the operator chose: `brand` always, `logo`, `languages`, `social`, `currency`, `support`, `company`, `address` and `law` where they are set. */
export const chosen = document.documentElement.dataset;
