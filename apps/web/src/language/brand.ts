/** What the server writes into the page of what the operator chose: `brand` always, `logo`, `coins`, `languages`, `social`, `currency`, `support`, `company`, `address` and `law` where they are set; `slogan` and `since` where they are not the product's, and then perhaps empty. */
export const chosen = document.documentElement.dataset;
