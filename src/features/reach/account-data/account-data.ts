/*
 * An account as a whole: exporting everything in it (`exports.ts`), importing that (`imports.ts`), and
 * deleting it for good (`deletion.ts`). Each slice declares its data about an account in its part
 * (`account-part.ts`). `accounts` closes the account and deletes the person.
 */

export { deleteAccount, eraseDueAccounts, getDeletion } from "./deletion.ts";
export { downloadExport, downloadMergedExport, startExport } from "./exports.ts";
export { importExport } from "./imports.ts";
