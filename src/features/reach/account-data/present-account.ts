/*
 * An account on this instance, read as an import would read its export, for what moves to another account here. Its
 * pages keep their ids, because they move themselves.
 */
import {
  type AccountKeys,
  accountParts,
  type ExportReader,
  exportedRows,
} from "#src/platform/account-data-registry.ts";
import type { Platform } from "#src/platform/context.ts";
import { replaceIds } from "./imports.ts";

/** `only` are the files that it has. Throws at a row that an import would leave out: nothing gets lost quietly. */
export function readPresentAccount(
  { db, instance }: Platform,
  keys: AccountKeys,
  only: readonly string[],
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
      if (!table || !only.includes(name)) return [];
      const found = [];
      for await (const batch of exportedRows(db, table, keys))
        for (const { key: _, ...one } of batch) found.push(row.parse(JSON.parse(JSON.stringify(one))));
      return found;
    },
    file: async () => undefined,
    picture: async () => undefined,
    trying: (_, work) => work(),
  };
}
