/**
 * How an operator may write what is the exchange's own, in the back office as in the environment. Nothing that cannot be seen, that turns the direction of a line
 * or begins another one, and none of the signs of markup: it stands in titles, mails and headers.
 */
export const brandShapes = {
  line: /^[^\p{C}\p{Zl}\p{Zp}<>]+$/u,
  mailAddress: /^[^\s\p{C}<>@,;:"()]+@[^\s\p{C}<>@,;:"()]+$/u,
  /** A name, and the address in angle brackets. */
  mailSender: /^([^\p{C}\p{Zl}\p{Zp}<>@]{1,100}?) *<([^\s\p{C}<>@,;:"()]+@[^\s\p{C}<>@,;:"()]+)>$/u,
  /** Of a page elsewhere. Before an @ any name could stand, and be read as the host. */
  link: /^https:\/\/[^\s\p{C}"'<>\\@/?#[\]]+(?:[/?#][^\s\p{C}"'<>\\]*)?$/u,
} as const;
