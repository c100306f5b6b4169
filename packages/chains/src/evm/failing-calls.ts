/** How nodes tell that a transaction would be mined and fail, as of now: its recipient or the token's contract does not want it. */
const failing = [
  'execution reverted',
  'reverted',
  'vm execution error',
  'always failing transaction',
  'invalid opcode',
  'bad jump destination',
];

/** What a node answers to a call that its virtual machine has stopped; everything else says something of the node, or of what the sender has. */
const revertCode = 3;

/** Whether a node that was asked what a payment would use says that it would fail, and not that it cannot tell. */
export function saysItWouldFail({ code, message }: { code: number | undefined; message: string }): boolean {
  if (code === revertCode) return true;
  const words = message.toLowerCase();
  return failing.some((known) => words.includes(known));
}
