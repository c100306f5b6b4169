import { useEvmApp } from './evm-bed.ts';
import { evmColdAndSurplus } from './evm-cold-and-surplus.cases.ts';
import { evmContracts } from './evm-contracts.cases.ts';
import { evmDeposits } from './evm-deposits.cases.ts';
import { evmPayouts } from './evm-payouts.cases.ts';
import { evmReplacedPayouts } from './evm-replaced.cases.ts';

// What is asked of one exchange on one node, in this order: to start both for each subject would cost more than their tests.
useEvmApp();
evmDeposits();
evmPayouts();
evmReplacedPayouts();
evmContracts();
evmColdAndSurplus();
