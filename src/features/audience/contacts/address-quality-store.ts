import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { DISPOSABLE_DOMAINS, ROLE_NAMES } from "./page/address-quality.ts";

const quoted = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(", "));

/** Addresses like `info@…`, which several people read. The same as `addressKind` in `rules.ts` says. */
export function isRoleAddress(email: SQLWrapper): SQL {
  return sql`split_part(${email}, '@', 1) in (${quoted(ROLE_NAMES)})`;
}

/** Addresses that their people throw away. */
export function isDisposableAddress(email: SQLWrapper): SQL {
  return sql`split_part(${email}, '@', 2) in (${quoted(DISPOSABLE_DOMAINS)})`;
}

/** Either of them, as their index has it. */
export function isRiskyAddress(email: SQLWrapper): SQL {
  return sql`(${isRoleAddress(email)} or ${isDisposableAddress(email)})`;
}
