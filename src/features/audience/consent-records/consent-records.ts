/*
 * Consent records: what people agreed to, with its proof, and the addresses that get no e-mail. They know contacts
 * only by ids and hashes, so that `contacts` can derive a status from them and change them with its own rows: when it
 * merges, imports, restores, and erases people. `consent` decides who may get e-mail.
 */
export { mergeConsents, splitConsents } from "./merge.ts";
export {
  type ConsentDates,
  type ConsentRow,
  deleteConsents,
  erasedConsents,
  importedConsents,
  insertConsents,
  listConsents,
  listConsentsOfMany,
  updateConsentConfirmed,
  updateConsentDates,
  updateConsentsEnded,
  updateEarlierConsents,
  upsertConsents,
  withdrawnConsents,
} from "./store.ts";
export {
  countNewlySuppressed,
  deleteAutomaticStop,
  deleteImportedSuppressions,
  deleteSuppressions,
  deleteTopicSuppression,
  eraseSuppressedAddresses,
  hasSuppressions,
  isNotErased,
  listErasedHashes,
  listSuppressedBatches,
  listSuppressionsOf,
  type NewSuppression,
  type SuppressionRow,
  updateReaffirmedSuppressions,
  updateSuppressionHashes,
  upsertSuppression,
  upsertSuppressions,
} from "./suppression-store.ts";
