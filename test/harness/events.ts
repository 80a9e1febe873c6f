import { sql } from "drizzle-orm";
import type { Announced } from "#src/lib/event.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "./app.ts";

/** What was announced, about `subject` or in total, oldest first. */
export function eventsOf(app: TestApp, subject?: string): Promise<Announced<Record<string, unknown>>[]> {
  const about = subject === undefined ? sql`` : sql`where subject = ${subject}`;
  return rowsOf(app.platform.db, sql`select * from events ${about} order by id`);
}
