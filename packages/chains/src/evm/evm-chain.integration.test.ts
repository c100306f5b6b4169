import { evmBlocks } from './evm-blocks.cases.ts';
import { evmNodesThatBreak } from './evm-breaks.cases.ts';
import { useEvmNode } from './evm-chain-bed.ts';
import { evmFakesAndBalances } from './evm-fakes.cases.ts';
import { evmNodesThatLie } from './evm-lies.cases.ts';
import { evmSending } from './evm-sending.cases.ts';

// What is asked of one node, in this order: to start another one for each subject would cost more than their tests.
useEvmNode();
evmBlocks();
evmFakesAndBalances();
evmSending();
evmNodesThatLie();
evmNodesThatBreak();
