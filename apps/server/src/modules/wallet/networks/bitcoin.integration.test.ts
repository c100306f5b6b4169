import { findProgram } from '@emporion/chains/testing/bitcoin-test-bed';
import { describe } from 'vitest';
import { nodes, useBitcoinApp } from './bitcoin-bed.ts';
import { bitcoinColdAndStrangers } from './bitcoin-cold-and-strangers.cases.ts';
import { bitcoinDeposits } from './bitcoin-deposits.cases.ts';
import { bitcoinFakesAndConsolidation } from './bitcoin-fakes-and-consolidation.cases.ts';
import { bitcoinKilled } from './bitcoin-killed.cases.ts';
import { bitcoinPayouts } from './bitcoin-payouts.cases.ts';
import { bitcoinReplacedPayouts } from './bitcoin-replaced.cases.ts';

// What is asked of one exchange on one node, in this order: to start both for each subject would cost more than their tests.
for (const node of nodes) {
  const program = findProgram(node.name);
  describe.skipIf(program === undefined)(`the exchange on a real ${node.name}`, () => {
    useBitcoinApp(node, program ?? '');
    bitcoinDeposits();
    bitcoinPayouts();
    bitcoinReplacedPayouts();
    bitcoinKilled();
    bitcoinFakesAndConsolidation();
    bitcoinColdAndStrangers();
  });
}
