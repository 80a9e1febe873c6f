/* The dashboard shows these texts. */
import * as z from "zod";
import { ROLES, type Role } from "#src/lib/access.ts";
import { listOf, person, routesOf } from "#src/lib/endpoint.ts";
import { CURRENT_ACCOUNT_PATH } from "#src/lib/paths.ts";

export const TEAM_ERRORS = {
  ACCOUNT_NOT_FOUND: { status: 404, message: "You’re not on that team." },
} as const;

export const ROLE_LABELS: Readonly<Record<Role, { label: string; can: string }>> = {
  owner: { label: "Owner", can: "Everything, billing and deleting the account included" },
  admin: { label: "Admin", can: "Everything but billing and deleting the account" },
  editor: { label: "Editor", can: "Create, edit, and publish pages and links" },
  marketer: { label: "Marketer", can: "See and export analytics, and work with leads" },
  analyst: { label: "Analyst", can: "See and export analytics; leads without personal data" },
  billing: { label: "Billing", can: "Manage the plan and invoices; sees no pages" },
  viewer: { label: "Viewer", can: "See pages, links, and analytics; change nothing" },
};

const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  /** The only profiles you can access, or null for all of them. */
  profile_ids: z.array(z.string()).nullable(),
});
export type AccountAnswer = z.infer<typeof accountSchema>;

const { get, put } = routesOf("team");

export const teamContract = {
  accounts: person("account.see")
    .route(
      get(
        "/team/accounts",
        "The accounts you can work in, your own first; `current` is the one of this request",
      ),
    )
    .output(listOf(accountSchema).extend({ current: z.string() })),
  switchAccount: person("account.see")
    .route(
      put(
        CURRENT_ACCOUNT_PATH,
        "Go on in another account; a request with an X-Account header goes its own way",
      ),
    )
    .errors(TEAM_ERRORS)
    .input(z.object({ account: z.string().max(100) }))
    .output(accountSchema),
};
