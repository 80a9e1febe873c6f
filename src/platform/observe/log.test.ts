// @project server-postgres
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openFreshDatabase } from "#test/harness/database.ts";
import { createLog } from "./log.ts";

describe("the log", () => {
  it("says what failed, without the values it failed on", async () => {
    const database = await openFreshDatabase();
    const lines: string[] = [];
    const log = createLog("info", { write: (line: string) => void lines.push(line) });
    const secret = "nora@example.com\nand a second line of hers";
    await database.orm
      .execute(sql`insert into no_such_table values (${secret})`)
      .catch((error: unknown) => log.error({ err: error, email: secret }, "failed"));
    await database.close();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("no_such_table");
    expect(lines[0]).not.toMatch(/nora@example|second line/);
  });
});
