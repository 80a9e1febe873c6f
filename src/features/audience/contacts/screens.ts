import { IconCopyCheck, IconLayoutKanban, IconMailOff, IconShieldLock, IconUsers } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type OpenParam, parseOpenParam, type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

/** What the table of leads and the board show. */
export interface LeadFilterSearch {
  /** Part of a name, an e-mail address, or a phone number. */
  q?: string;
  /** Shows the leads of every profile, not just the selected one. */
  all?: "yes";
  /** A condition as JSON. Those below are short for one. */
  condition?: string;
  tag?: string;
  country?: string;
  status?: string;
  /** The id of a stage of the pipeline. */
  stage?: string;
  /** Who looks after them: a user id. */
  owner?: string;
  /** Signed up within so many days. */
  days?: string;
  /** The id of a segment. */
  segment?: string;
  /** Kinds of addresses that are worth a second look. */
  address?: string;
}

export interface LeadsSearch extends LeadFilterSearch, OpenParam {
  /** The id of the lead that’s open. */
  lead?: string;
}

const parseLeadFilter = (raw: RawSearch): LeadFilterSearch => ({
  ...searchTexts(raw, [
    "q",
    "condition",
    "tag",
    "country",
    "status",
    "stage",
    "owner",
    "days",
    "address",
    "segment",
  ]),
  ...(raw.all === "yes" && { all: "yes" }),
});

export interface SuppressionsSearch {
  /** Part of an address. */
  q?: string;
}

export const contactsScreens = [
  {
    path: PATHS.leads,
    parent: "audience",
    label: "Leads",
    keywords: "fans contacts subscribers sign-ups signups list e-mail email marketing crm",
    Icon: IconUsers,
    isTab: true,
    access: { to: "members", permission: "leads.see" },
    validateSearch: (raw: RawSearch): LeadsSearch => ({
      ...parseLeadFilter(raw),
      ...searchTexts(raw, ["lead"]),
      ...parseOpenParam(raw),
    }),
    component: lazyRouteComponent(() => import("./ui/list/LeadsPage.tsx"), "LeadsPage"),
  },
  {
    path: PATHS.leadBoard,
    parent: "audience",
    label: "Pipeline",
    keywords: "kanban board stages deals sales crm columns value",
    Icon: IconLayoutKanban,
    access: { to: "members", permission: "leads.see" },
    validateSearch: parseLeadFilter,
    component: lazyRouteComponent(() => import("./ui/pipeline/BoardPage.tsx"), "BoardPage"),
  },
  {
    path: PATHS.leadDuplicates,
    parent: PATHS.leads,
    label: "Duplicates",
    keywords: "merge same twice double fans contacts clean up",
    Icon: IconCopyCheck,
    access: { to: "members", permission: "leads.delete" },
    component: lazyRouteComponent(() => import("./ui/merge/DuplicatesPage.tsx"), "DuplicatesPage"),
  },
  {
    path: PATHS.leadRequests,
    parent: PATHS.leads,
    label: "Privacy requests",
    keywords: "gdpr copy erase forget fans data access",
    Icon: IconShieldLock,
    access: { to: "members", permission: "leads.delete" },
    component: lazyRouteComponent(() => import("./ui/privacy/RequestsPage.tsx"), "RequestsPage"),
  },
  {
    path: PATHS.suppressions,
    parent: PATHS.leads,
    label: "Suppressed addresses",
    keywords: "suppression blocklist unsubscribed bounced complaints not e-mail email stop list",
    Icon: IconMailOff,
    access: { to: "members", permission: "leads.delete" },
    validateSearch: (raw: RawSearch): SuppressionsSearch => searchTexts(raw, ["q"]),
    component: lazyRouteComponent(() => import("./ui/suppressions/SuppressionsPage.tsx"), "SuppressionsPage"),
  },
] as const satisfies readonly Screen[];
