const emailLengthMax = 254;
const emailShape =
  /^[^\s\p{C}@,;:<>()[\]\\"]{1,64}@[^\s\p{C}@.,;:<>()[\]\\"]+(?:\.[^\s\p{C}@.,;:<>()[\]\\"]+)+$/u;

/** Whether a text has the shape of an address. Whether it exists, only a message to it can tell. */
export function isEmail(text: string): boolean {
  return text.length <= emailLengthMax && emailShape.test(text);
}

/**
 * What an email field holds once it is left: the last valid address when the text is not one. An emptied field stays
 * empty, and a first attempt stays as typed, for there is nothing to go back to and its error should be seen.
 */
export function settleEmail(text: string, lastValid: string | undefined): string {
  const trimmed = text.trim();
  if (trimmed === '' || isEmail(trimmed)) return trimmed;
  return lastValid ?? trimmed;
}
