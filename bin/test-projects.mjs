/*
 * A test file in `src` runs where the pattern of its name puts it, unless its first line says otherwise:
 *
 *   // @project unit              needs no database
 *   // @project server-postgres   runs on PostgreSQL only
 *
 * In some of the latter, nothing depends on the database: they draw, parse, talk to other servers, or decide who may
 * come in. Others go into the details of what journeys do on the embedded database anyway, or race, which takes
 * several connections. What most of the product stands on, and what locks, runs on both and has no such line.
 * PostgreSQL, because tests take a third less of the processor there.
 */
import { readFileSync } from "node:fs";

export function projectNamedIn(file) {
  return /^\/\/ @project (\S+)\n/.exec(readFileSync(file, "utf8"))?.[1];
}
