import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { DISPOSABLE_DOMAINS, ROLE_NAMES } from "../page/address-quality.ts";

const quoted = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(", "));

/** SQL for addresses like `info@…`, which several people read. Must match `addressKind` in `rules.ts`. */
export function isRoleAddress(email: SQLWrapper): SQL {
  return sql`split_part(${email}, '@', 1) in (${quoted(ROLE_NAMES)})`;
}

export function isDisposableAddress(email: SQLWrapper): SQL {
  return sql`split_part(${email}, '@', 2) in (${quoted(DISPOSABLE_DOMAINS)})`;
}

/** SQL for either of them, as in their index. */
export function isRiskyAddress(email: SQLWrapper): SQL {
  return sql`(${isRoleAddress(email)} or ${isDisposableAddress(email)})`;
}
