/*
 * An account on this instance, read as an import would read its export, for what moves to another account here. Its
 * pages keep their ids, because they move themselves.
 */
import {
  type AccountKeys,
  accountParts,
  type ExportReader,
  exportedRows,
  type SomeRows,
} from "#src/platform/account-data-registry.ts";
import type { Platform } from "#src/platform/context.ts";
import { replaceIds } from "./imports.ts";

/** The files that it has, whole or with some of their rows. */
export type PresentFiles = ReadonlyMap<string, SomeRows | "whole">;

/** Throws at a row that an import would leave out: nothing gets lost quietly. */
export function readPresentAccount(
  { db, instance }: Platform,
  keys: AccountKeys,
  files: PresentFiles,
): ExportReader {
  const profiles = new Map(keys.profileIds.map((id) => [id, id]));
  const ids = new Map<string, string>();
  return {
    account: keys.account,
    instance: instance.publicUrl,
    keepsPages: true,
    profiles,
    ids,
    translated: (value) => replaceIds(value, [profiles, ids]),
    async rows(name, row) {
      const table = accountParts()
        .flatMap(({ tables }) => tables)
        .find(({ exported }) => exported?.as === name);
      const some = files.get(name);
      if (!table || some === undefined) return [];
      const found = [];
      const read = { ...keys, some: some === "whole" ? undefined : some };
      for await (const batch of exportedRows(db, table, read))
        for (const { key: _, ...one } of batch) found.push(row.parse(JSON.parse(JSON.stringify(one))));
      return found;
    },
    file: async () => undefined,
    picture: async () => undefined,
    trying: (_, work) => work(),
  };
}
