import {
  IconChartBar,
  IconLayoutGrid,
  IconLink,
  IconMail,
  IconUsers,
  type TablerIcon,
} from "@tabler/icons-react";

interface NavItem {
  to:
    | "/dashboard/profiles"
    | "/dashboard/links"
    | "/dashboard/analytics"
    | "/dashboard/marketing/leads"
    | "/admin/email";
  label: string;
  Icon: TablerIcon;
}

const EVERYBODY: readonly NavItem[] = [
  { to: "/dashboard/profiles", label: "Profiles", Icon: IconLayoutGrid },
  { to: "/dashboard/links", label: "Links", Icon: IconLink },
  { to: "/dashboard/analytics", label: "Analytics", Icon: IconChartBar },
  { to: "/dashboard/marketing/leads", label: "Leads", Icon: IconUsers },
];

const FOUNDER: readonly NavItem[] = [{ to: "/admin/email", label: "E-mail", Icon: IconMail }];

/** The screens that a person with this role has. */
export function navItems(role: string | undefined): readonly NavItem[] {
  return role === "founder" ? [...EVERYBODY, ...FOUNDER] : EVERYBODY;
}
