/** What a QR code of a wallet says: an address, and perhaps how much and with which tag. */
export interface ScannedPayment {
  readonly address: string;
  readonly amount: string | undefined;
  readonly memo: string | undefined;
}

const decimal = /^(?:0|[1-9]\d{0,15})(?:\.\d{1,18})?$/;

/** `ethereum:0xToken@1/transfer?address=0x…` pays to the address among its parameters, and not to the token. */
function payeeOf(path: string, parameters: URLSearchParams): string {
  if (/\/transfer$/i.test(path)) return parameters.get('address') ?? '';
  return path.replace(/^pay-/i, '').replace(/[@/].*$/, '');
}

/**
 * Reads a scanned text: an address alone, or the payment address of a wallet (BIP 21, EIP 681, and those of Tron and XRP). Undefined when there is no
 * address in it. An amount of an EVM address is in its smallest units, and is left out rather than guessed.
 */
export function readPayment(text: string): ScannedPayment | undefined {
  const trimmed = text.trim();
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]{1,20}):(?:\/\/)?(.+)$/is.exec(trimmed) ?? [];
  if (scheme === undefined || rest === undefined) {
    return /^[0-9A-Za-z]{20,120}$/.test(trimmed)
      ? { address: trimmed, amount: undefined, memo: undefined }
      : undefined;
  }
  const [path = '', query = ''] = rest.split('?', 2);
  const parameters = new URLSearchParams(query);
  const address = payeeOf(path, parameters);
  if (!/^[0-9A-Za-z]{20,120}$/.test(address)) return undefined;
  const amount = parameters.get('amount') ?? '';
  const memo = parameters.get('dt') ?? parameters.get('memo') ?? parameters.get('tag') ?? '';
  return {
    address,
    amount: scheme.toLowerCase() !== 'ethereum' && decimal.test(amount) ? amount : undefined,
    memo: memo === '' ? undefined : memo,
  };
}

/** A pasted text that says more than an address: the payment address of a wallet. Undefined for everything else, which is pasted as it is. */
export function pastedPayment(text: string): ScannedPayment | undefined {
  return text.includes(':') ? readPayment(text) : undefined;
}
