import type { TablerIcon } from "@tabler/icons-react";
import type { RouteComponent } from "@tanstack/react-router";
import type { MemberAccess, StaffAccess } from "#src/lib/access.ts";
import type { RawSearch } from "./search.ts";

interface AnyScreen {
  path: string;
  /** The search parameters of its URL. Anything else is dropped. */
  validateSearch?: (raw: RawSearch) => object;
  component: RouteComponent;
}

/** The lists that lead to screens: the navigation's groups, the settings, and what's below `/admin`. */
export type Area = "page" | "audience" | "email" | "settings" | "admin";

/** A screen in the list of its area and in the palette, for everyone whose access allows it. */
export interface ListedScreen extends AnyScreen {
  parent: Area;
  label: string;
  /** What people type when they mean it. */
  keywords: string;
  Icon: TablerIcon;
  /** Whether it's among the few that people need most on a phone. */
  isTab?: true;
  /** Whether there's only something to see where plans are sold. */
  needsPlans?: true;
  access: MemberAccess | StaffAccess;
}

/** A screen that another one leads to. With keywords and an icon, it's in the palette, too. */
export interface DetailScreen extends AnyScreen {
  /** The path of the other one. */
  parent: `/${string}`;
  label: string;
  keywords?: string;
  Icon?: TablerIcon;
  access: MemberAccess | StaffAccess;
}

/**
 * A screen without the dashboard around it: `signed-out` for those that need no session, `leaving` for the one that
 * takes the dashboard's place while an account waits to be deleted.
 */
export interface OutsideScreen extends AnyScreen {
  parent: "signed-out" | "leaving";
  /** Whether it sends people on who are signed in. */
  isForGuests?: true;
}

/** All there is to know about a screen: the router, the navigation, the settings and the palette follow from it. */
export type Screen = ListedScreen | DetailScreen | OutsideScreen;
