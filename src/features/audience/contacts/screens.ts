import { IconUsers } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen, Section } from "#src/kit/screen.ts";
import { type OpenParam, parseOpenParam, type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export interface LeadsSearch extends OpenParam {
  /** Part of a name, an e-mail address, or a phone number. */
  q?: string;
  /** Shows the leads of every profile, not just the selected one. */
  all?: "yes";
  tag?: string;
  country?: string;
  status?: string;
  /** The id of a stage of the pipeline. */
  stage?: string;
  /** Who looks after them: a user id. */
  owner?: string;
  /** Signed up within so many days. */
  days?: string;
  /** The id of the lead that’s open. */
  lead?: string;
  /** Kinds of addresses that are worth a second look. */
  address?: string;
}

export const leadsScreen = {
  path: PATHS.leads,
  label: "Leads",
  Icon: IconUsers,
  access: { to: "members", permission: "leads.see" },
  validateSearch: (raw: RawSearch): LeadsSearch => ({
    ...searchTexts(raw, ["q", "tag", "country", "status", "stage", "owner", "days", "lead", "address"]),
    ...(raw.all === "yes" && { all: "yes" }),
    ...parseOpenParam(raw),
  }),
  component: lazyRouteComponent(() => import("./ui/LeadsPage.tsx"), "LeadsPage"),
} satisfies Screen;

export const duplicatesScreen = {
  path: PATHS.leadDuplicates,
  label: "Duplicates",
  access: { to: "members", permission: "leads.delete" },
  component: lazyRouteComponent(() => import("./ui/DuplicatesPage.tsx"), "DuplicatesPage"),
} satisfies Section;

export const requestsScreen = {
  path: PATHS.leadRequests,
  label: "Privacy requests",
  access: { to: "members", permission: "leads.delete" },
  component: lazyRouteComponent(() => import("./ui/RequestsPage.tsx"), "RequestsPage"),
} satisfies Section;

export interface SuppressionsSearch {
  /** Part of an address. */
  q?: string;
}

export const suppressionsScreen = {
  path: PATHS.suppressions,
  label: "Suppressed addresses",
  access: { to: "members", permission: "leads.delete" },
  validateSearch: (raw: RawSearch): SuppressionsSearch => searchTexts(raw, ["q"]),
  component: lazyRouteComponent(() => import("./ui/SuppressionsPage.tsx"), "SuppressionsPage"),
} satisfies Section;

export interface BoardSearch {
  /** Whose leads to show: a user id. */
  owner?: string;
}

export const leadBoardScreen = {
  path: PATHS.leadBoard,
  label: "Pipeline",
  access: { to: "members", permission: "leads.see" },
  validateSearch: (raw: RawSearch): BoardSearch => searchTexts(raw, ["owner"]),
  component: lazyRouteComponent(() => import("./ui/BoardPage.tsx"), "BoardPage"),
} satisfies Section;
