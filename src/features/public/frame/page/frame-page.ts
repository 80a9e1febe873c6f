import type { ReactNode } from "react";
import type { Brand } from "#src/lib/brand.ts";
import type { VisitorLanguage } from "#src/lib/language.ts";

/** What all pages know about their instance. */
export interface FrameHome {
  instanceName: string;
  /** Scheme and host without a trailing slash. */
  publicUrl: string;
  /** Empty if there is none. */
  supportAddress: string;
  brand: Brand;
  /** Path of their script. */
  scriptUrl: string;
  /** Path of the service worker, or undefined if it's switched off. */
  workerUrl: string | undefined;
  /** Whether plans are sold. Without them there are no limits and no prices. */
  hasPlans: boolean;
  /** Whether people can pay for premium. Without a payment provider, they can only try it. */
  sellsPremium: boolean;
  /** Whether people can sign in with Google and send through Gmail. */
  offersGoogle: boolean;
  /** Whether notifications can reach devices while the dashboard is closed. */
  sendsPush: boolean;
}

export interface FramePage {
  /** Relative to the instance's URL, for search engines. Null for pages that shouldn't be found. */
  path: string | null;
  title: string;
  /** Of the body, English if absent. */
  language?: VisitorLanguage;
  description: string;
  /** What this kind of page needs besides `BASE_CSS`. */
  css: string;
  /** Style sheets inside the body, in shadow roots. */
  innerStyles?: readonly string[];
  /** Describes the page to search engines (schema.org). */
  structuredData?: object;
  body: ReactNode;
  status?: number;
}
