import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { parseNumber } from "#src/features/public/moderation/rules.ts";
import type { Db } from "#src/platform/db/database.ts";
import { isPartOf, type ListShape, readPage } from "#src/platform/db/list.ts";
import type { RequestQuery } from "./contract.ts";
import { REQUEST_ROWS } from "./rules.ts";
import type { RequestRow } from "./store.ts";
import { helpMessages, helpRequests } from "./tables.ts";

/** Premium's are sorted as if they had waited for a century longer. */
const WAITED: ListShape<"waited"> = {
  sorts: {
    waited: {
      by: sql`(case when ${helpRequests.is_premium} then ${helpRequests.waiting_since} - interval '100 years' else ${helpRequests.waiting_since} end)`,
      type: "timestamptz",
      isNullable: false,
    },
  },
  tie: [helpRequests.id],
  usual: { sort: "waited", order: "asc" },
};

const CHANGED: ListShape<"changed"> = {
  sorts: { changed: { by: helpRequests.updated_at, type: "timestamptz", isNullable: false } },
  tie: [helpRequests.id],
  usual: { sort: "changed", order: "desc" },
};

interface Search extends RequestQuery {
  /** Who asks. */
  person: string;
}

/** What waits for an answer comes with Premium's and then the oldest first; everything else with the newest. */
export async function listRequestRows(
  db: Db,
  search: Search,
): Promise<{ rows: RequestRow[]; next?: string }> {
  const state = search.state ?? (search.q ? "all" : "open");
  const read = (parts: {
    key: SQL<(string | null)[]>;
    after: SQL | undefined;
    orderBy: SQL[];
    limit: number;
  }) =>
    db
      .select({ key: parts.key, row: helpRequests })
      .from(helpRequests)
      .where(and(matching({ ...search, state }), parts.after))
      .orderBy(...parts.orderBy)
      .limit(parts.limit);
  const page = { request: { cursor: search.cursor }, rows: REQUEST_ROWS };
  const { rows, ...more } = await (state === "open"
    ? readPage({ shape: WAITED, ...page }, read)
    : readPage({ shape: CHANGED, ...page }, read));
  return { rows: rows.map(({ row }) => row), ...more };
}

/** By its number, or words in its address, subject and messages. */
function searched(q: string): SQL {
  const { id, number, email, subject } = helpRequests;
  const words = sql`(${isPartOf(sql`(${email} || ' ' || ${subject})`, q)}
    or ${id} in (select ${helpMessages.request_id} from ${helpMessages} where ${isPartOf(sql`${helpMessages.text}`, q)}))`;
  const typed = parseNumber(q, "H");
  return typed === undefined ? words : sql`(${number} = ${typed} or ${words})`;
}

function matching({ q, state, assignee, person }: Search): SQL | undefined {
  const { assignee_id } = helpRequests;
  return and(
    q ? searched(q) : undefined,
    state === undefined || state === "all" ? undefined : eq(helpRequests.state, state),
    assignee === "nobody" ? isNull(assignee_id) : undefined,
    assignee === "me" ? eq(assignee_id, person) : undefined,
  );
}
