// @project server-postgres
import { getTableName, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountParts } from "#src/platform/account-data-registry.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

/** Tables with a page and an account whose rows don't get another account's id, and why. */
const APART: Readonly<Record<string, string>> = {
  api_keys: "keys stay with the account that made them, and end with it",
  campaigns: "e-mail stays with the account that sent it, and so does its archive",
  contact_consents: "they come with contacts, like those of an export",
  contacts: "they're brought over like those of an export",
  domains: "the other account may have claimed the same host (`moveDomains`)",
  link_names: "the other account may have the same name (`moveNames`)",
  notifications: "they tell people of the account what happened in it",
  page_imports: "they're kept for a short time, for whoever read the page",
  stat_shares: "links that were sent have to go on working (`updateShareAccounts`)",
  team_invitations: "teams stay with their account",
  team_members: "teams stay with their account",
};

it("every table with a page and an account follows the page, or it's said why it doesn't", async () => {
  const rows = await rowsOf<{ table_name: string }>(
    app.platform.db,
    sql`select table_name from information_schema.columns where table_schema = 'public' group by table_name
      having bool_or(column_name in ('user_id', 'account', 'owner_id', 'account_id'))
        and bool_or(column_name like '%profile_id%' or table_name = 'client_profiles') order by 1`,
  );
  const following = accountParts().flatMap(({ followsPage = [], followsPageLater = [] }) =>
    [...followsPage, ...followsPageLater].map(({ account }) => getTableName(account.table)),
  );
  const decided = [...following, ...Object.keys(APART)].sort();
  expect(rows.map(({ table_name }) => table_name)).toEqual(decided);
});
