import { SECTION_KEYS, SECTIONS, type SectionKey } from "../shared/editor-sections.ts";

export const TAB_KEYS = ["page", "design", "grow", "apps", "advanced"] as const;
export type TabKey = (typeof TAB_KEYS)[number];

interface EditorTab {
  label: string;
  Icon: (typeof SECTIONS)["page"]["Icon"];
  sections: readonly [SectionKey, ...SectionKey[]];
}

export const TABS: Readonly<Record<TabKey, EditorTab>> = {
  page: { label: "Page", Icon: SECTIONS.page.Icon, sections: ["page", "username"] },
  design: { label: "Design", Icon: SECTIONS.design.Icon, sections: ["design"] },
  grow: { label: "Grow", Icon: SECTIONS.promotion.Icon, sections: ["promotion", "leads", "rescue"] },
  apps: { label: "Apps & warnings", Icon: SECTIONS.apps.Icon, sections: ["apps", "direct"] },
  advanced: { label: "Advanced", Icon: SECTIONS.tracking.Icon, sections: ["tracking"] },
};

/** Returns the tab with a section. */
export function tabOf(section: SectionKey): TabKey {
  return TAB_KEYS.find((key) => TABS[key].sections.includes(section)) ?? "page";
}

/** Returns what the URL asks for: a tab or one of the sections in it. Unknown ones open the first tab. */
export function placeNamed(name: string | undefined): { tab: TabKey; section: SectionKey } {
  const tab = TAB_KEYS.find((key) => key === name);
  const section = tab ? TABS[tab].sections[0] : (SECTION_KEYS.find((key) => key === name) ?? "page");
  return { tab: tab ?? tabOf(section), section };
}
