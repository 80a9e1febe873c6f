import type { ReactNode } from "react";
import type { PlanLimits } from "#src/features/money/entitlements/rules.ts";
import type { Brand } from "#src/lib/brand.ts";
import type { VisitorLanguage } from "#src/lib/language.ts";

/** What pages of the site say about the instance. */
export interface InstanceFacts {
  instanceName: string;
  /** Scheme and host without a trailing slash. */
  publicUrl: string;
  /** Empty if there is none. */
  supportAddress: string;
  brand: Brand;
  /** True if plans are sold. Without them there are no limits and no prices. */
  hasPlans: boolean;
  /** What plans include. */
  limits: PlanLimits;
  /** False if only invited people can make an account. */
  takesSignUps: boolean;
  /** True if people can pay for premium. Without a payment provider, they can only try it. */
  sellsPremium: boolean;
  /** True if people can sign in with Google and send through Gmail. */
  offersGoogle: boolean;
  /** True if notifications can reach devices while the dashboard is closed. */
  sendsPush: boolean;
  /** At the bottom of each page. Empty if there's none. */
  footerLine: string;
  /** For how many days the instance knows what was done, by whom and when. */
  eventDays: number;
}

/** The instance's data on all pages of the site. */
export interface FrameHome extends InstanceFacts {
  scriptUrl: string;
  /** Path of the service worker, or undefined if it's switched off. */
  workerUrl: string | undefined;
}

export interface FramePage {
  /** Relative to the instance's URL, for search engines. Null for pages that shouldn't be indexed. */
  path: string | null;
  title: string;
  /** The language of the body, English if absent. */
  language?: VisitorLanguage;
  description: string;
  /** The styles of this kind of page besides `BASE_CSS`. */
  css: string;
  /** Style sheets inside the body, in shadow roots. */
  innerStyles?: readonly string[];
  /** Describes the page to search engines (schema.org). */
  structuredData?: object;
  body: ReactNode;
  status?: number;
}
