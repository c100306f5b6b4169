export { accountEndpoints, Balance, CoinBalance, Profile } from '#rest/account.ts';
export { accentContrast, accentContrastMin, unreadableIn } from '#rest/back-office/accent.ts';
export {
  announcementAudiences,
  announcementEndpoints,
  announcementStates,
  StaffAnnouncement,
} from '#rest/back-office/announcements.ts';
export { adjustmentCategories, UserLimits } from '#rest/back-office/approvals/account-proposals.ts';
export { approvalEndpoints, approvalPayloads } from '#rest/back-office/approvals/approvals.ts';
export {
  Approval,
  type ApprovalKindName,
  approvalKinds,
  approvalStates,
} from '#rest/back-office/approvals/proposal.ts';
export { AuditEntry, auditEndpoints } from '#rest/back-office/audit.ts';
export { BankAccountRules } from '#rest/back-office/bank-accounts.ts';
export { brandShapes } from '#rest/back-office/brand-shapes.ts';
export {
  builtInRoles,
  type Capability,
  capabilities,
  capabilitiesOf,
  type StaffRole,
  staffRoles,
} from '#rest/back-office/capabilities.ts';
export { CoinTermDraft, CoinTerms } from '#rest/back-office/coin-terms.ts';
export {
  Dashboard,
  dashboardEndpoints,
  Health,
  healthParts,
  queueNames,
  UndeliveredMessage,
} from '#rest/back-office/dashboard.ts';
export {
  addressVerdicts,
  ListedAddress,
  listedAddressEndpoints,
} from '#rest/back-office/listed-addresses.ts';
export {
  ChainAnswer,
  coinLogoLengthMax,
  listingEndpoints,
  type NetworkChange,
  networkFamilies,
  StaffCoin,
  StaffNetwork,
} from '#rest/back-office/listings.ts';
export {
  MarketMaker,
  MarketRules,
  type MarketRulesOnWire,
  makerRangePercent,
  marketHaltEndpoints,
  marketMakerLabel,
  previewOrdersMax,
  RuleDraft,
  ruleBreaks,
  StaffMarket,
} from '#rest/back-office/markets.ts';
export {
  bitcoinParameterFields,
  evmParameterFields,
  paymentsMaxBound,
  tronParameterFields,
} from '#rest/back-office/network-parameters.ts';
export { Newsletter, newsletterEndpoints, newsletterStates } from '#rest/back-office/newsletters.ts';
export {
  cancelledAccountsMax,
  StaffOrder,
  StaffTrade,
  staffOrderEndpoints,
  staffOrderStatuses,
} from '#rest/back-office/orders.ts';
export {
  FeeTierDraft,
  KycLevelRules,
  KycPolicy,
  LevelLimitsDraft,
  policyEndpoints,
  WithdrawalRulesDraft,
} from '#rest/back-office/policy.ts';
export { recoveryEndpoints } from '#rest/back-office/recovery.ts';
export {
  ExchangeSettingsAnswer,
  exchangeSettingsEndpoints,
  firstRunSteps,
  logoLengthMax,
} from '#rest/back-office/settings.ts';
export { setupEndpoints } from '#rest/back-office/setup.ts';
export { DeskSession, deskEndpoints, StaffMember } from '#rest/back-office/staff.ts';
export {
  DeskListedTicket,
  DeskMessage,
  DeskTicket,
  TicketMacro,
  TicketOwner,
  ticketDeskEndpoints,
} from '#rest/back-office/support.ts';
export { CoinSwitches, tradingSwitchEndpoints } from '#rest/back-office/trading-switches.ts';
export {
  FundLine,
  HouseAccount,
  HouseLine,
  NetworkState,
  treasuryEndpoints,
} from '#rest/back-office/treasury.ts';
export { userViewEndpoints } from '#rest/back-office/user-views.ts';
export {
  ListedUser,
  TimelineEntry,
  timelineKinds,
  UserCard,
  UserNote,
  UserSession,
  userAdminEndpoints,
  userOrders,
  userRestrictions,
  userStatuses,
} from '#rest/back-office/users.ts';
export {
  ReviewedVerification,
  VerificationDetails,
  verificationReviewEndpoints,
  verificationStates,
} from '#rest/back-office/verification.ts';
export { apiBase, publicApiBase, unauthenticatedPaths } from '#rest/bases.ts';
export { ibanGroups, isCardNumber, isIban, isPayeerAccount, plainIban } from '#rest/cards/account-numbers.ts';
export {
  CardDesk,
  CardLimitsDraft,
  CardOrderDetails,
  CardSettlement,
  cardReviewEndpoints,
  ReviewedCardOrder,
} from '#rest/cards/card-review.ts';
export { CardPreview, cardEndpoints } from '#rest/cards/cards.ts';
export {
  CardLimits,
  CardMark,
  CardOrder,
  cardOrderReasons,
  cardOrderStatuses,
  type PayMethod,
  type PaySystem,
  PaySystemTerms,
  payMethods,
  payPageMinutes,
  paySystemNames,
  paySystems,
  SavedCard,
} from '#rest/cards/fields.ts';
export { coinCode, moment, networkCode, pairCode } from '#rest/codes.ts';
export {
  type AddressFormat,
  BlockchainDefinition,
  Coin,
  CoinFee,
  CoinLimits,
  CoinLink,
  CoinNetwork,
  memoKinds,
} from '#rest/coins.ts';
export { type FiatCurrency, fiatCurrencies, rateHoursMax } from '#rest/currencies.ts';
export {
  chainDecimalString,
  chainDigitsMax,
  chainUnitsString,
  type DecimalOptions,
  decimal,
  decimalLengthMax,
  decimalString,
  fractionDigitsMax,
  signedChainDecimalString,
  signedDecimalString,
} from '#rest/decimal.ts';
export {
  type Access,
  defineEndpoint,
  type Endpoint,
  type GuardedAccess,
  isCapability,
} from '#rest/endpoint.ts';
export {
  type ExportFormat,
  exportEndpoints,
  exportFormats,
  exportRowsMax,
  totalRowsHeader,
} from '#rest/exports.ts';
export {
  Article,
  ArticleSummary,
  FoundArticle,
  type HelpCategory,
  helpCategories,
  helpEndpoints,
  helpQueryMax,
} from '#rest/help/articles.ts';
export {
  type ArticleText,
  ListedArticle,
  StaffArticle,
  staffHelpEndpoints,
} from '#rest/help/staff-articles.ts';
export { incidentEndpoints, StaffIncident } from '#rest/help/staff-incidents.ts';
export {
  Incident,
  incidentDays,
  incidentImpacts,
  incidentStates,
  type ServicePart,
  ServiceStatus,
  serviceParts,
  serviceStates,
  serviceStatusEndpoints,
} from '#rest/help/status.ts';
export { CaptchaChallenge, gateEndpoints } from '#rest/identity/captcha.ts';
export {
  Confirmation,
  type ConfirmedAction,
  ConfirmedMoney,
  confirmationEndpoints,
  confirmedActions,
} from '#rest/identity/confirmation.ts';
export { Factors, factorEndpoints, Passkey } from '#rest/identity/factors.ts';
export {
  ageMax,
  ageProblem,
  codeLifeSeconds,
  codeResendSeconds,
  email,
  newPassword,
  passwordLengthMin,
  phone,
} from '#rest/identity/fields.ts';
export {
  CodeSent,
  disownableFactors,
  type FactorMethod,
  factorMethods,
  LoginAnswer,
  type LoginHold,
  loginEndpoints,
  SecondStep,
  SignedIn,
} from '#rest/identity/login.ts';
export {
  DigestTerms,
  digestTimes,
  mailTimes,
  NotificationMatrix,
  notificationChoiceEndpoints,
  PushSubscription,
} from '#rest/identity/notification-choices.ts';
export {
  type NotificationChannel,
  type NotificationKind,
  notificationChannels,
  notificationKinds,
} from '#rest/identity/notification-kinds.ts';
export { PendingRegistration, Registration, registrationEndpoints } from '#rest/identity/registration.ts';
export { SecurityEventRecord, securityEventEndpoints } from '#rest/identity/security-events.ts';
export {
  autoLogoutChoices,
  LoginRecord,
  NotificationChoices,
  Preferences,
  SessionInfo,
  Settings,
  settingsEndpoints,
  tradingInterfaces,
} from '#rest/identity/settings.ts';
export {
  DeclaredPerson,
  Kyc,
  KycApplication,
  KycLevel,
  kycApplicationStatuses,
  kycEndpoints,
  ShownPerson,
} from '#rest/kyc.ts';
export { kycStatuses } from '#rest/kyc-states.ts';
export { type Language, languageHeader, languages } from '#rest/languages.ts';
export { marketEndpoints } from '#rest/market.ts';
export { pageQuery } from '#rest/page.ts';
export { marketStates, Pair, PairRules, PairVolume } from '#rest/pairs.ts';
export { CoinRate, FiatRate, rateEndpoints, rateSources, rateStepPercentMax } from '#rest/rates.ts';
export { sessionEndpoints, tokenLengthMax } from '#rest/session.ts';
export { Sparkline, sparklineEndpoints, sparklineLength } from '#rest/sparklines.ts';
export {
  Attachment,
  aboutKinds,
  attachmentBytesMax,
  attachmentKinds,
  attachmentsKeptDays,
  attachmentsMax,
  attachmentsStoredBytesMax,
  reopenDays,
  TicketAbout,
  type TicketState,
  ticketCategories,
  ticketPriorities,
  ticketStates,
  ticketSubjectMax,
  ticketTextMax,
} from '#rest/support/fields.ts';
export {
  ListedTicket,
  Ticket,
  TicketMessage,
  TicketThread,
  threadEndpoints,
  ticketEndpoints,
} from '#rest/support/tickets.ts';
export { systemEndpoints } from '#rest/system.ts';
export { type Timeframe, timeframes } from '#rest/timeframes.ts';
export {
  Alert,
  alertDirections,
  alertEndpoints,
  alertMetrics,
  alertsMax,
  NewAlert,
} from '#rest/trading/alerts.ts';
export { UserFeeTier, userFeeTierEndpoints } from '#rest/trading/fee-tiers.ts';
export {
  BookLevel,
  bookDepthMax,
  Candle,
  FeeTier,
  feeEndpoints,
  marketDataEndpoints,
} from '#rest/trading/market-data.ts';
export {
  Deal,
  Fill,
  Order,
  type OrderTypeName,
  orderStatuses,
  orderTypes,
  Trade,
} from '#rest/trading/order.ts';
export { batchOrdersMax, OrderOutcome, orderBatchEndpoints } from '#rest/trading/order-batches.ts';
export {
  LimitOrder,
  MarketOrder,
  NewOrder,
  OcoOrders,
  orderEndpoints,
  orderStates,
  PeggedOrder,
  StopLimitOrder,
  StopOrder,
  TrailingStopOrder,
} from '#rest/trading/orders.ts';
export {
  RecurringSwap,
  recurringIntervals,
  recurringSkipsMax,
  recurringSwapEndpoints,
  recurringSwapsMax,
} from '#rest/trading/recurring-swaps.ts';
export {
  ListedSwap,
  quoteSeconds,
  SwapPreview,
  SwapQuote,
  SwapRecord,
  slippageDefault,
  slippageMax,
  swapEndpoints,
} from '#rest/trading/swap.ts';
export {
  Announcement,
  announcementKinds,
  UserNotification,
  WalletBalance,
  walletEndpoints,
} from '#rest/trading/wallet.ts';
export { unreadable } from '#rest/unreadable.ts';
export {
  addressBookEndpoints,
  SavedAddress,
  SavedAddressesOnly,
  savedAddressesMax,
} from '#rest/wallet/address-book.ts';
export {
  AnnouncedTransfer,
  BankArrival,
  BankDeposit,
  bankArrivalStages,
  bankEndpoints,
  bankReviewEndpoints,
  openBankDepositsMax,
} from '#rest/wallet/bank.ts';
export { BookFinding, BookLine, bookEndpoints } from '#rest/wallet/books.ts';
export { ColdRefill, coldEndpoints, HotLimits, refillStatuses } from '#rest/wallet/cold.ts';
export {
  DepositReview,
  depositReviewEndpoints,
  depositStages,
  ReviewedDeposit,
  rescanBlocksMax,
} from '#rest/wallet/deposit-review.ts';
export { DepositAddress, depositEndpoints, unusedAddressesMax } from '#rest/wallet/deposits.ts';
export {
  LiabilitiesProof,
  LiabilitiesRun,
  liabilitiesEndpoints,
  liabilitiesRunEndpoints,
  liabilitiesStatuses,
  OwnLiabilities,
} from '#rest/wallet/liabilities.ts';
export {
  Movement,
  MovementDetails,
  MovementLeg,
  movementEndpoints,
  movementStages,
  movementTextMax,
  movementTypes,
} from '#rest/wallet/movements.ts';
export {
  Holding,
  overviewEndpoints,
  ValueHistory,
  type ValueRange,
  valuePointsMax,
  valueRanges,
  WalletOverview,
} from '#rest/wallet/overview.ts';
export { P2pCode, p2pCodeEndpoints, p2pCodeStatuses } from '#rest/wallet/p2p-codes.ts';
export { unprovedErrors } from '#rest/wallet/proved.ts';
export { Statement, StatementCoin, statementEndpoints, statementLines } from '#rest/wallet/statement.ts';
export { TestCoins, takingsAnHour, testCoinEndpoints } from '#rest/wallet/test-coins.ts';
export {
  depositReasons,
  Transaction,
  transactionReasons,
  transactionStatuses,
  unlistedCurrency,
  WalletMovement,
  walletHistoryEndpoints,
  withdrawalReasons,
} from '#rest/wallet/transactions.ts';
export { Transfer, transferEndpoints } from '#rest/wallet/transfers.ts';
export {
  bulkDecisionsMax,
  holdReasons,
  ReviewedWithdrawal,
  reviewActions,
  WithdrawalReview,
  withdrawalReviewEndpoints,
  withdrawalRisks,
} from '#rest/wallet/withdrawal-review.ts';
export {
  Withdrawal,
  WithdrawalQuote,
  WithdrawalRecipient,
  withdrawalEndpoints,
  withdrawalStages,
} from '#rest/wallet/withdrawals.ts';
