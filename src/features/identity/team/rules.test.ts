import { describe, expect, it } from "vitest";
import { PERMISSIONS, type Permission, ROLES, type Role } from "#src/lib/access.ts";
import { grantOf, isStaffFor } from "./rules.ts";

/**
 * The specification's table of roles: ✓ means full, a dash means nothing. Below it is what `mail.send` and
 * `connections.manage` consist of for API keys.
 */
const TABLE = `
                     owner  admin  editor  marketer  analyst  billing  viewer
  account.see        full   full   full    full      full     full     full
  account.delete     full   -      -       -         -        -        -
  profiles.see       full   full   full    full      full     -        full
  profiles.edit      full   full   full    -         -        -        -
  profiles.delete    full   full   -       -         -        -        -
  links.see          full   full   full    full      full     -        full
  links.edit         full   full   full    -         -        -        -
  analytics.see      full   full   full    full      full     -        full
  analytics.export   full   full   -       full      full     -        -
  leads.see          full   full   -       full      masked   -        -
  leads.export       full   full   -       full      -        -        -
  leads.delete       full   full   -       full      -        -        -
  mail.send          full   full   -       full      -        -        -
  connections.manage full   full   -       -         -        -        -
  team.manage        full   full   -       -         -        -        -
  billing.manage     full   -      -       -         -        full     -
  referrals.manage   full   full   -       -         -        full     -
  audit.see          full   full   own     own       -        -        -
  mails.send         full   full   -       full      -        -        -
  campaigns.send     full   full   -       full      -        -        -
  templates.edit     full   full   -       full      -        -        -
  orders.add         full   full   -       full      -        -        -
  domains.manage     full   full   -       -         -        -        -
  webhooks.manage    full   full   -       -         -        -        -
`;

const [head = [], ...rows] = TABLE.trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/));
const cells = rows.flatMap(([permission, ...grants]) =>
  grants.map((grant, n) => ({ permission: permission as Permission, role: head[n] as Role, grant })),
);

describe("what a role may do", () => {
  it("is written down for every permission and every role", () => {
    expect(rows.map(([permission]) => permission).sort()).toEqual([...PERMISSIONS].sort());
    expect(head).toEqual(ROLES);
  });

  it.each(cells)("$permission as $role: $grant", ({ permission, role, grant }) => {
    expect(grantOf(role, permission) ?? "-").toBe(grant);
  });

  it("is nothing for an unknown role", () => {
    for (const role of ["constructor", "toString", "__proto__", "root"])
      expect(grantOf(role as Role, "profiles.see")).toBeUndefined();
  });

  it("includes reading saved e-mail only for the founder, because it contains links that sign people in", () => {
    expect(isStaffFor("founder", "email")).toBe(true);
    for (const role of ["admin", "moderator", "support"] as const)
      expect(isStaffFor(role, "email")).toBe(false);
  });
});
