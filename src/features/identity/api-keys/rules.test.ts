import { expect, it } from "vitest";
import { PERMISSIONS, SCOPE_NAMES } from "#src/lib/access.ts";
import { rightsOf, SCOPES } from "./rules.ts";

const everything = { scopes: [...PERMISSIONS], profile_ids: null };

it("the screen offers every scope, and names it", () => {
  expect(SCOPES.map(({ permission }) => permission)).toEqual(SCOPE_NAMES);
});

it("a key never manages keys, members, billing, or the account itself, whatever it was given", () => {
  const { permissions } = rightsOf(everything, { role: "owner", profileIds: null });
  expect(permissions).toEqual(SCOPE_NAMES);
  for (const own of ["team.manage", "billing.manage", "account.delete"])
    expect(permissions).not.toContain(own);
});

it("a key does no more than its maker currently may", () => {
  const analyst = rightsOf(everything, { role: "analyst", profileIds: null });
  expect(analyst.permissions).toContain("analytics.export");
  expect(analyst.permissions).not.toContain("links.edit");
  expect(rightsOf(everything, { role: "billing", profileIds: null }).permissions).toEqual(["account.see"]);
});

it("a key reaches the profiles that both it and its maker are limited to", () => {
  const reach = (own: string[] | null, makers: string[] | null) =>
    rightsOf({ scopes: [], profile_ids: own }, { role: "admin", profileIds: makers }).profileIds;
  expect(reach(null, null)).toBeNull();
  expect(reach(["a", "b"], null)).toEqual(["a", "b"]);
  expect(reach(null, ["b"])).toEqual(["b"]);
  expect(reach(["a", "b"], ["b", "c"])).toEqual(["b"]);
});
