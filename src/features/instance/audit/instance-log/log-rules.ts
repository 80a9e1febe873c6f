/* The dashboard shows these texts. */

/** Through what something was done. */
export const MEANS = ["browser", "key", "job", "staff"] as const;
export type Means = (typeof MEANS)[number];

export const MEANS_LABELS: Readonly<Record<Means, string>> = {
  browser: "Dashboard",
  key: "API key",
  job: "Automatic",
  staff: "Staff",
};

/** The kinds of actors in events. */
export const ACTOR_TYPES: Readonly<Record<Means, string>> = {
  browser: "person",
  key: "api-key",
  job: "system",
  staff: "staff",
};

export function meansOf(type: string): Means {
  const [means] = Object.entries(ACTOR_TYPES).find(([, actor]) => actor === type) ?? ["job"];
  return means as Means;
}
