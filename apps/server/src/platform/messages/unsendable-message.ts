/** A message that must not be written, because it could not stand in the headers of a mail as it is. */
export class UnsendableMessage extends Error {
  override readonly name = 'UnsendableMessage';
}

const mailLengthMax = 254;
const subjectLengthMax = 255;
const smsLengthMax = 480;

// One bare address: no display name, no second address, no quoting, and so nothing that a header could be made of.
const mailPattern = /^[^\s\p{Cc}@,;:<>()[\]\\"]{1,64}@[^\s\p{Cc}@,;:<>()[\]\\"]{1,253}$/u;
const phonePattern = /^\+[1-9][0-9]{6,14}$/;
const controlPattern = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** What was refused is not repeated in the sentence: it may be a secret, and it may be an attack on the log. */
export function checkMailRecipient(address: string): void {
  if (address.length > mailLengthMax || !mailPattern.test(address)) {
    throw new UnsendableMessage('The recipient is not one plain mail address.');
  }
}

export function checkSmsRecipient(number: string): void {
  if (!phonePattern.test(number)) {
    throw new UnsendableMessage('The recipient is not a telephone number in the international form.');
  }
}

export function checkSubject(subject: string): void {
  if (subject === '' || subject.length > subjectLengthMax || controlPattern.test(subject)) {
    throw new UnsendableMessage('The subject is empty, too long or has more than one line.');
  }
}

/** What people or staff named, as the subject of a mail: on one line, and not too long. */
export function subjectOf(title: string): string {
  return title.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 200);
}

export function checkSmsText(text: string): void {
  if (text === '' || text.length > smsLengthMax) {
    throw new UnsendableMessage('The text message is empty or too long.');
  }
}
