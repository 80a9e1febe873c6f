/*
 * An account as a whole: downloading everything in it (`exports.ts`), bringing that back (`imports.ts`), and deleting it for good (`deletion.ts`). Each slice says in its part
 * (`account-part.ts`) what it stores about an account. `accounts` closes the account and deletes the person.
 */

export { deleteAccount, eraseDueAccounts, getDeletion } from "./deletion.ts";
export { downloadExport, startExport } from "./exports.ts";
export { importExport } from "./imports.ts";
