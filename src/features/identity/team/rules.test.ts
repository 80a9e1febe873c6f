import { describe, expect, it } from "vitest";
import {
  PERMISSIONS,
  type Permission,
  ROLES,
  type Role,
  STAFF_AREAS,
  STAFF_ROLES,
  type StaffArea,
} from "#src/lib/access.ts";
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

/** The decisions' table of staff. Reading saved e-mail is the founder's: it contains links that sign people in. */
const STAFF_TABLE = `
                 founder  admin  moderator  support  finance
  analytics      yes      yes    -          -        yes
  accounts       yes      yes    yes        yes      yes
  help           yes      yes    -          yes      -
  impersonation  yes      yes    -          yes      -
  moderation     yes      yes    yes        -        -
  bans           yes      yes    yes        -        -
  deletion       yes      yes    -          -        -
  billing        yes      yes    -          -        yes
  email          yes      yes    -          -        -
  email.see      yes      yes    yes        yes      -
  outbox         yes      -      -          -        -
  notifications  yes      yes    -          -        -
  security       yes      yes    -          -        -
  system         yes      yes    -          -        -
  audit          yes      yes    -          -        -
  audit.own      yes      yes    yes        -        yes
  settings       yes      yes    -          -        -
  staff          yes      yes    -          -        -
`;
const [staffHead = [], ...staffRows] = STAFF_TABLE.trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/));
const staffCells = staffRows.flatMap(([area, ...may]) =>
  may.map((is, n) => ({ area: area as StaffArea, role: staffHead[n] as string, is: is === "yes" })),
);

describe("what staff may do", () => {
  it("is written down for every area and every role", () => {
    expect(staffRows.map(([area]) => area).sort()).toEqual([...STAFF_AREAS].sort());
    expect(staffHead).toEqual(STAFF_ROLES);
  });

  it.each(staffCells)("$area as $role: $is", ({ area, role, is }) => {
    expect(isStaffFor(role, area)).toBe(is);
  });

  it("is nothing for anyone else", () => {
    for (const role of ["user", "", "constructor", "Founder"])
      for (const area of STAFF_AREAS) expect(isStaffFor(role, area)).toBe(false);
  });
});

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
});

describe("staff who act for an account's owner", () => {
  it("look at pages, links, figures and masked leads, and edit only where its owner allows it", () => {
    const grants = (level: "look" | "change") =>
      PERMISSIONS.flatMap((permission) => {
        const grant = grantOf(level, permission);
        return grant ? [`${permission} ${grant}`] : [];
      });
    const look = ["account.see full", "profiles.see full", "links.see full", "analytics.see full"];
    expect(grants("look").sort()).toEqual([...look, "leads.see masked"].sort());
    const edit = ["profiles.edit full", "links.edit full", "templates.edit full", "domains.manage full"];
    expect(grants("change").sort()).toEqual([...look, "leads.see masked", ...edit].sort());
  });
});
