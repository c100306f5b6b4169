import { boundsOfTransfersAndCodes } from './bounds-of-both.cases.ts';
import { moneyBehindCodes } from './codes.cases.ts';
import { movedOnce } from './moved-once.cases.ts';
import { savedAddresses } from './saved-addresses.cases.ts';
import { useTransferApp } from './transfers-bed.ts';
import { whomItGoesTo } from './whom-it-goes-to.cases.ts';

// What is asked of one exchange, in this order: to start another one for each subject would cost more than their tests.
useTransferApp();
whomItGoesTo();
movedOnce();
moneyBehindCodes();
boundsOfTransfersAndCodes();
savedAddresses();
