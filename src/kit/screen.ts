import type { TablerIcon } from "@tabler/icons-react";
import type { RouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import type { MemberAccess, StaffAccess } from "#src/lib/access.ts";
import type { RawSearch } from "./search.ts";

interface AnyScreen {
  path: string;
  /** The search parameters of its URL. Anything else is dropped. */
  validateSearch?: (raw: RawSearch) => object;
  component: RouteComponent;
}

/** The lists of screens: the navigation’s groups, the settings, and the groups below `/admin`. */
export type Area =
  | "page"
  | "audience"
  | "email"
  | "settings"
  | "admin/overview"
  | "admin/people"
  | "admin/content"
  | "admin/messages"
  | "admin/instance";

/** A screen that its area's list and the palette show to everyone whose access allows it. */
export interface ListedScreen extends AnyScreen {
  parent: Area;
  label: string;
  /** The words that people type to find it. */
  keywords: string;
  Icon: TablerIcon;
  /** Set for the few screens that people need most on a phone. */
  isTab?: true;
  /** Shown beside its label in the navigation: how much waits there. */
  Count?: ComponentType;
  /** Set if the screen is empty on an instance without plans. */
  needsPlans?: true;
  access: MemberAccess | StaffAccess;
}

export interface LinkedScreen extends AnyScreen {
  /** The path of the other one. */
  parent: `/${string}`;
  label: string;
  access: MemberAccess | StaffAccess;
}

/** A screen that's linked from another one. With keywords and an icon, it's in the palette, too. */
export type DetailScreen = LinkedScreen &
  ({ keywords: string; Icon: TablerIcon } | { keywords?: never; Icon?: never });

/**
 * A screen without the dashboard around it: `signed-out` needs no session, and `leaving` replaces the
 * dashboard while an account waits for its deletion.
 */
export interface OutsideScreen extends AnyScreen {
  parent: "signed-out" | "leaving";
  /** Set if signed-in people are redirected. */
  isForGuests?: true;
}

/**
 * The complete description of a screen, from which the router, the navigation, the settings, and the palette
 * are derived.
 */
export type Screen = ListedScreen | DetailScreen | OutsideScreen;
