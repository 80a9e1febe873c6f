import { and, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { type ListShape, readPage } from "#src/platform/db/list.ts";
import { moderationCases } from "../tables.ts";
import type { CaseQuery } from "./case-contract.ts";
import { CASE_ROWS } from "./case-rules.ts";
import type { CaseRow } from "./case-store.ts";

/** What's urgent is sorted as if it had waited for a century longer. */
const WAITED: ListShape<"waited"> = {
  sorts: {
    waited: {
      by: sql`(case when ${moderationCases.is_urgent} then ${moderationCases.created_at} - interval '100 years' else ${moderationCases.created_at} end)`,
      type: "timestamptz",
      isNullable: false,
    },
  },
  tie: [moderationCases.id],
  usual: { sort: "waited", order: "asc" },
};

const DECIDED: ListShape<"decided"> = {
  sorts: { decided: { by: moderationCases.decided_at, type: "timestamptz", isNullable: true } },
  tie: [moderationCases.id],
  usual: { sort: "decided", order: "desc" },
};

interface Search extends CaseQuery {
  now: Date;
  /** Who asks. */
  person: string;
}

/** What waits comes with the urgent and then the oldest first; what's closed, with the last decided first. */
export function listCaseRows(db: Db, search: Search): Promise<{ rows: CaseRow[]; next?: string }> {
  const { cursor, state } = search;
  const read = (parts: {
    key: SQL<(string | null)[]>;
    after: SQL | undefined;
    orderBy: SQL[];
    limit: number;
  }) =>
    db
      .select({ key: parts.key, row: moderationCases })
      .from(moderationCases)
      .where(and(matching(search), parts.after))
      .orderBy(...parts.orderBy)
      .limit(parts.limit);
  const page = { request: { cursor }, rows: CASE_ROWS };
  const found =
    state === "closed"
      ? readPage({ shape: DECIDED, ...page }, read)
      : readPage({ shape: WAITED, ...page }, read);
  return found.then(({ rows, ...more }) => ({ rows: rows.map(({ row }) => row), ...more }));
}

const HOUR_MS = 3_600_000;

/** By its number, that of a report in it, or the beginning of the page's name. */
function searched(q: string): SQL {
  const { id, number, username } = moderationCases;
  const upper = q.toUpperCase();
  const name = q.replace(/^[@/]+/, "").toLowerCase();
  return sql`(${number} = ${upper} or (${name} <> '' and starts_with(${username}, ${name}))
    or ${id} in (select r.case_id from page_reports r where r.number = ${upper}))`;
}

function matching({ q, state, reason, older_hours, assignee, now, person }: Search): SQL | undefined {
  const { id, created_at, assignee_id } = moderationCases;
  return and(
    q ? searched(q) : eq(moderationCases.state, state),
    reason && sql`exists (select from page_reports r where r.case_id = ${id} and r.reason = ${reason})`,
    older_hours === undefined
      ? undefined
      : lt(created_at, new Date(now.getTime() - older_hours * HOUR_MS).toISOString()),
    assignee === "nobody" ? isNull(assignee_id) : undefined,
    assignee === "me" ? eq(assignee_id, person) : undefined,
  );
}
