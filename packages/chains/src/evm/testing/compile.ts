import { readFileSync } from 'node:fs';
import { requireOfNodes } from './nodes-folder.ts';

interface Compiler {
  compile(input: string): string;
}

const settings = {
  optimizer: { enabled: true, runs: 1 },
  // Without a hash of the source behind it: else a changed comment is a changed contract.
  metadata: { appendCBOR: false },
  outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
};

/** The contracts of `tokens.sol` as the chain takes them, by name. It takes seconds, so tests read what it made from `tokens.json`. */
export function compileTokens(): Record<string, string> {
  // It has no types, and takes its time to load.
  const solc = requireOfNodes('solc')('solc') as Compiler;
  const content = readFileSync(new URL('tokens.sol', import.meta.url), 'utf8');
  const input = { language: 'Solidity', sources: { 'tokens.sol': { content } }, settings };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as {
    errors?: { formattedMessage: string }[];
    contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>;
  };
  if (output.errors)
    throw new Error(output.errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const made = Object.entries(output.contracts['tokens.sol'] ?? {});
  return Object.fromEntries(made.map(([name, { evm }]) => [name, `0x${evm.bytecode.object}`]));
}
