import type { InferContractRouterOutputs } from "@orpc/contract";
import { LOCALE } from "#src/kit/locale.ts";
import type { inAppContract } from "../../contract.ts";

type Exit = InferContractRouterOutputs<typeof inAppContract>["exits"]["items"][number];

export interface ExitLine {
  key: string;
  app: string;
  way: string;
  tried: string;
  gotOut: string;
}

const SYSTEMS: Readonly<Record<string, string>> = { ios: "iPhone", android: "Android" };

const WAYS: Readonly<Record<string, string>> = {
  "x-safari": "Open in Safari",
  extbrowser: "The app’s own switch",
  intent: "Open in the default browser",
  "line-query": "The app’s own switch",
  kakao: "The app’s own switch",
};

const counts = new Intl.NumberFormat(LOCALE);

/**
 * Formats the figures for the owner. Visitors may leave on a later day than they tried, so shares are capped
 * at 100%.
 */
export function exitLines(exits: readonly Exit[]): ExitLine[] {
  return exits.map(({ app, label, os, way, tried, left }) => ({
    key: `${app} ${os} ${way}`,
    app: SYSTEMS[os] ? `${label}, ${SYSTEMS[os]}` : label,
    way: WAYS[way] ?? way,
    tried: counts.format(tried),
    gotOut:
      tried === 0
        ? counts.format(left)
        : `${counts.format(left)} (${Math.min(100, Math.round((left / tried) * 100))}%)`,
  }));
}
