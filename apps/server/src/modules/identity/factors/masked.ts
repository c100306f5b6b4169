/** `t***@example.org`: enough to recognise one's own address, too little to learn another's. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address].slice(0, 1).join('')}***${address.slice(at)}`;
}

/** `+34*******56`: the country's beginning and the last two digits. */
export function maskedPhone(number: string): string {
  const hidden = Math.max(number.length - 5, 1);
  return `${number.slice(0, 3)}${'*'.repeat(hidden)}${number.slice(-2)}`;
}

/** `M••• S•••`: enough to recognise somebody whom one knows. Of everybody's name as much is hidden, so that its length says nothing. */
export function maskedName({
  firstName,
  lastName,
  username,
}: {
  firstName: string;
  lastName: string;
  username: string;
}): string {
  const names = [firstName, lastName].filter((name) => name.trim() !== '');
  const shown = names.length > 0 ? names : [username];
  return shown.map((name) => `${[...name.trim()].slice(0, 1).join('')}•••`).join(' ');
}
