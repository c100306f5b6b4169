/** What the server writes into the page of what the operator chose: `brand` always, `logo`, `languages` and `social` where they are not as the product comes. */
export const chosen = document.documentElement.dataset;
